"""Bitboards of any width as one machine value: the type that the kernels compute with.

A board of the kernels is an LLVM integer of 64, 128, … bits, one bit a cell. LLVM
splits it into registers itself, so the same kernel source serves an 8x8 board (one
word), a 10x10 board (two, as ``__int128`` would in C) and a 20x20 board (seven).

Arrays hold boards as ``uint64`` rows, lowest word first; :func:`load` and
:func:`store` convert. The width is a type, taken from the length of the tuple
``lanes``; its values do not matter. Boards support ``&``, ``|`` and ``^``; all the
rest are functions, because a Python integer (what a board is with
``NUMBA_DISABLE_JIT=1``) and a numpy shift count do not mix.

Shift counts must be smaller than the width.
"""

from __future__ import annotations

import operator

from fairtray.engines.kernels._jit import JIT_DISABLED

if JIT_DISABLED:
    from fairtray.engines.kernels._bits_plain import (
        above,
        clear_lowest,
        contains,
        is_zero,
        item,
        item2,
        load,
        low_word,
        lowest,
        meets,
        popcount,
        shl,
        shr,
        store,
    )
else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import (
        intrinsic,
        lower_builtin,
        models,
        register_model,
        type_callable,
    )
    from numba.np.arrayobj import make_array

    from fairtray.engines.kernels._jit import inner

    class Bits(types.Type):
        """The numba type of a bitboard of ``words`` 64-bit words."""

        def __init__(self, words):
            self.words = words
            super().__init__(name=f"Bits({words})")

        @property
        def key(self):
            """Two types are one when they are of the same width."""
            return self.words

    @register_model(Bits)
    class _BitsModel(models.PrimitiveModel):
        """A bitboard is a plain LLVM integer."""

        def __init__(self, dmm, fe_type):
            super().__init__(dmm, fe_type, ir.IntType(64 * fe_type.words))

    def _row(context, builder, array_type, array, index, words):
        """Return a pointer to the first word of row ``index`` of a C-ordered 2-d array."""
        struct = make_array(array_type)(context, builder, array)
        first = builder.mul(index, ir.Constant(index.type, words))
        return builder.gep(struct.data, [first])

    def _checked_rows(array, lanes):
        ok = (
            isinstance(array, types.Array)
            and array.ndim == 2
            and array.layout == "C"
            and array.dtype == types.uint64
            and isinstance(lanes, types.UniTuple)
        )
        if not ok:
            raise TypeError(f"boards are C-ordered uint64 (N, words), not {array}")
        return Bits(lanes.count)

    @intrinsic
    def load(typingctx, array, index, lanes):  # noqa: ARG001
        """Return row ``index`` of a uint64 (N, words) array as a board."""
        board = _checked_rows(array, lanes)

        def codegen(context, builder, signature, args):
            words = signature.return_type.words
            wide = ir.IntType(64 * words)
            start = _row(context, builder, signature.args[0], args[0], args[1], words)
            value = ir.Constant(wide, 0)
            for w in range(words):
                pointer = builder.gep(start, [ir.Constant(ir.IntType(64), w)])
                word = builder.load(pointer)
                if words > 1:
                    word = builder.zext(word, wide)
                if w:
                    word = builder.shl(word, ir.Constant(wide, 64 * w))
                value = builder.or_(value, word)
            return value

        return board(array, types.intp, lanes), codegen

    @intrinsic
    def store(typingctx, array, index, board):  # noqa: ARG001
        """Write a board into row ``index`` of a uint64 (N, words) array."""

        def codegen(context, builder, signature, args):
            words = signature.args[2].words
            start = _row(context, builder, signature.args[0], args[0], args[1], words)
            word_type = ir.IntType(64)
            for w in range(words):
                word = args[2]
                if w:
                    word = builder.lshr(word, ir.Constant(word.type, 64 * w))
                if words > 1:
                    word = builder.trunc(word, word_type)
                pointer = builder.gep(start, [ir.Constant(word_type, w)])
                builder.store(word, pointer)
            return context.get_dummy_value()

        return types.void(array, types.intp, board), codegen

    @intrinsic
    def item(typingctx, array, index):  # noqa: ARG001
        """Return ``array[index]`` of an int64 array, where the index is not negative.

        An index of numba's may count from the end, which costs a comparison each time.
        """

        def codegen(context, builder, signature, args):
            struct = make_array(signature.args[0])(context, builder, args[0])
            return builder.load(builder.gep(struct.data, [args[1]]))

        return types.int64(array, types.intp), codegen

    @intrinsic
    def item2(typingctx, array, row, column):  # noqa: ARG001
        """Return ``array[row, column]`` of a C-ordered int64 array in the same way."""

        def codegen(context, builder, signature, args):
            struct = make_array(signature.args[0])(context, builder, args[0])
            _, columns = cgutils.unpack_tuple(builder, struct.shape)
            index = builder.add(builder.mul(args[1], columns), args[2])
            return builder.load(builder.gep(struct.data, [index]))

        return types.int64(array, types.intp, types.intp), codegen

    def _binary(symbol, name):
        @type_callable(symbol)
        def _typed(context):  # noqa: ARG001
            return lambda a, b: a if isinstance(a, Bits) and a == b else None

        @lower_builtin(symbol, Bits, Bits)
        def _lowered(context, builder, signature, args):  # noqa: ARG001
            return getattr(builder, name)(args[0], args[1])

    _binary(operator.and_, "and_")
    _binary(operator.or_, "or_")
    _binary(operator.xor, "xor")

    def _shift(name):
        @intrinsic
        def operation(typingctx, board, count):  # noqa: ARG001
            def codegen(context, builder, signature, args):  # noqa: ARG001
                wide = args[0].type
                places = args[1]
                if wide.width > 64:
                    places = builder.zext(places, wide)
                return getattr(builder, name)(args[0], places)

            return board(board, types.uint64), codegen

        return operation

    shr = _shift("lshr")
    shl = _shift("shl")

    def _to_word(builder, value):
        return builder.trunc(value, ir.IntType(64)) if value.type.width > 64 else value

    @intrinsic
    def popcount(typingctx, board):  # noqa: ARG001
        """Return the number of cells in a board, int64."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            return _to_word(builder, builder.ctpop(args[0]))

        return types.int64(board), codegen

    @intrinsic
    def lowest(typingctx, board):  # noqa: ARG001
        """Return the index of the lowest cell of a board that is not empty, int64."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            return _to_word(builder, builder.cttz(args[0], cgutils.true_bit))

        return types.int64(board), codegen

    @intrinsic
    def low_word(typingctx, board):  # noqa: ARG001
        """Return the lowest 64 cells of a board as an int64; mask away its sign."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            return _to_word(builder, args[0])

        return types.int64(board), codegen

    @intrinsic
    def clear_lowest(typingctx, board):  # noqa: ARG001
        """Return the board without its lowest cell: b & (b - 1), as in Warren 2-1."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            less = builder.sub(args[0], ir.Constant(args[0].type, 1))
            return builder.and_(args[0], less)

        return board(board), codegen

    @intrinsic
    def is_zero(typingctx, board):  # noqa: ARG001
        """Return whether no cell is set."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            return builder.icmp_unsigned("==", args[0], ir.Constant(args[0].type, 0))

        return types.boolean(board), codegen

    @intrinsic
    def contains(typingctx, board, mask):  # noqa: ARG001
        """Return whether every cell of ``mask`` is set in ``board``."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            both = builder.and_(args[0], args[1])
            return builder.icmp_unsigned("==", both, args[1])

        return types.boolean(board, mask), codegen

    @intrinsic
    def meets(typingctx, board, mask):  # noqa: ARG001
        """Return whether two boards share a cell."""

        def codegen(context, builder, signature, args):  # noqa: ARG001
            both = builder.and_(args[0], args[1])
            return builder.icmp_unsigned("!=", both, ir.Constant(both.type, 0))

        return types.boolean(board, mask), codegen

    @inner
    def above(full, index):
        """Return the cells of ``full`` (every cell of the board) with a greater index."""
        return full & shl(shl(full, index), 1)


__all__ = [
    "above",
    "clear_lowest",
    "contains",
    "is_zero",
    "item",
    "item2",
    "load",
    "low_word",
    "lowest",
    "meets",
    "popcount",
    "shl",
    "shr",
    "store",
]
