// The yardstick: the search of solver/fairtray/engines/kernels/search.py in C++.
//
// The same algorithm with the same prunings, templated on the board: uint64_t for 8x8,
// unsigned __int128 for 9x9 and 10x10. It reads tables and positions from a file that
// the Python side wrote (harness/reference.py says how), times the loop and nothing else,
// and prints sums over its answers, by which the two sides are compared.
//
//     reference decide FILE REPEATS      decide every position
//     reference walk FILE REPEATS        every sequence of placements of the first position,
//                                        scored where the file says how
//
// Output: lines of a name and a number; "ns" once a repeat.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kMaxPieces = 5;

using Wide = unsigned __int128;

int popcount(std::uint64_t board) { return __builtin_popcountll(board); }
int popcount(Wide board) {
  return popcount(static_cast<std::uint64_t>(board)) +
         popcount(static_cast<std::uint64_t>(board >> 64));
}

int lowest(std::uint64_t board) { return __builtin_ctzll(board); }
int lowest(Wide board) {
  const auto low = static_cast<std::uint64_t>(board);
  return low ? lowest(low) : 64 + lowest(static_cast<std::uint64_t>(board >> 64));
}

// ---- reading ------------------------------------------------------------------------

class Reader {
 public:
  explicit Reader(const std::string& path) : in_(path, std::ios::binary) {
    if (!in_) throw std::runtime_error("cannot open " + path);
  }

  // An array is its number of 64-bit words, then the words.
  std::vector<std::int64_t> numbers() {
    std::int64_t count = 0;
    in_.read(reinterpret_cast<char*>(&count), sizeof count);
    std::vector<std::int64_t> values(static_cast<std::size_t>(count));
    in_.read(reinterpret_cast<char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof values[0]));
    if (!in_) throw std::runtime_error("the file ends early");
    return values;
  }

  std::vector<int> ints() {
    const auto values = numbers();
    return {values.begin(), values.end()};
  }

  template <class Board>
  std::vector<Board> boards() {
    constexpr std::size_t words = sizeof(Board) / 8;
    const auto values = numbers();
    std::vector<Board> boards(values.size() / words);
    for (std::size_t i = 0; i < boards.size(); ++i)
      for (std::size_t w = words; w-- > 0;) {
        if constexpr (words > 1) boards[i] <<= 64;
        boards[i] |= static_cast<std::uint64_t>(values[i * words + w]);
      }
    return boards;
  }

 private:
  std::ifstream in_;
};

template <class Board>
struct Tables {
  int cells;
  int lines;
  int widest;
  Board full;
  std::vector<int> offsets;  // [shape * widest + i]
  std::vector<int> sizes;
  std::vector<Board> anchors;
  std::vector<Board> masks;
  std::vector<Board> line;
  std::vector<int> touch_start;
  std::vector<int> touch;
  std::vector<int> cover;  // [shape * lines + line]

  explicit Tables(Reader& in) {
    const auto meta = in.ints();
    cells = meta.at(0);
    lines = meta.at(1);
    widest = meta.at(2);
    full = in.boards<Board>().at(0);
    offsets = in.ints();
    sizes = in.ints();
    anchors = in.boards<Board>();
    masks = in.boards<Board>();
    line = in.boards<Board>();
    touch_start = in.ints();
    touch = in.ints();
    cover = in.ints();
  }
};

// ---- the rules ----------------------------------------------------------------------

template <class Board>
struct Cleared {
  Board cells = 0;
  int lines = 0;
};

template <class Board>
class Rules {
 public:
  explicit Rules(const Tables<Board>& tables) : t(tables) {}

  Board fit_set(int shape, Board empty) const {
    Board fit = t.anchors[shape];
    const int* offset = &t.offsets[shape * t.widest];
    for (int i = 0; i < t.sizes[shape]; ++i) fit &= empty >> offset[i];
    return fit;
  }

  Cleared<Board> full_lines(Board board) const {
    Cleared<Board> cleared;
    for (const Board line : t.line) add_if_full(line, board, cleared);
    return cleared;
  }

  Cleared<Board> touched_full_lines(int shape, int anchor, Board board) const {
    Cleared<Board> cleared;
    const int at = shape * t.cells + anchor;
    for (int i = t.touch_start[at]; i < t.touch_start[at + 1]; ++i)
      add_if_full(t.line[t.touch[i]], board, cleared);
    return cleared;
  }

 protected:
  const Tables<Board>& t;

 private:
  static void add_if_full(Board line, Board board, Cleared<Board>& cleared) {
    if ((board & line) != line) return;
    cleared.cells |= line;
    ++cleared.lines;
  }
};

// ---- placeable or not ---------------------------------------------------------------

template <class Board>
class Decider : Rules<Board> {
 public:
  explicit Decider(const Tables<Board>& tables) : Rules<Board>(tables), reach_(kMaxPieces) {
    for (auto& reach : reach_) reach.resize(tables.lines);
  }

  // The answer for the last position.
  std::array<int, kMaxPieces> fits;
  std::array<std::pair<int, int>, kMaxPieces> witness;  // (piece, anchor) of each move

  // In how many of the orders of the pieces all can be placed.
  int decide(const int* pieces, int n, Board board) {
    n_ = n;
    if (n == 0) return 1;
    const int fitting = sort_by_fits(pieces, board);
    if (fitting == 0) return 0;
    if (fitting == n) {
      for (int i = 0; i < n; ++i) order_[i] = pieces[by_fits_[i]];
      const Board empty = t.full ^ board;
      if (pack(0, empty, fit_sets_[by_fits_[0]])) {
        int orders = 1;
        for (int i = 0; i < n; ++i) {
          orders *= i + 1;
          witness[by_fits_[i]] = {by_fits_[i], anchors_[i]};
        }
        return orders;
      }
    } else if (n == 1) {
      return 0;
    }
    has_full_ = full_lines(board).lines > 0;
    return count_orders(pieces, board);
  }

 private:
  using Rules<Board>::t;
  using Rules<Board>::fit_set;
  using Rules<Board>::full_lines;
  using Rules<Board>::touched_full_lines;

  int n_ = 0;
  bool has_full_ = false;
  std::array<int, kMaxPieces> by_fits_;
  std::array<Board, kMaxPieces> fit_sets_;
  std::array<int, kMaxPieces> order_;
  std::array<int, kMaxPieces> anchors_;
  std::vector<std::vector<int>> reach_;

  int sort_by_fits(const int* pieces, Board board) {
    const Board empty = t.full ^ board;
    int fitting = 0;
    for (int i = 0; i < n_; ++i) {
      fit_sets_[i] = fit_set(pieces[i], empty);
      fits[i] = popcount(fit_sets_[i]);
      fitting += fits[i] > 0;
      int j = i;
      for (; j > 0; --j) {
        const int other = by_fits_[j - 1];
        if (std::pair(fits[other], pieces[other]) <= std::pair(fits[i], pieces[i])) break;
        by_fits_[j] = other;
      }
      by_fits_[j] = i;
    }
    return fitting;
  }

  // Disjoint placements of pieces k, k + 1, … on the empty cells.
  bool pack(int k, Board empty, Board fit) {
    for (; fit; fit &= fit - 1) {
      const int anchor = lowest(fit);
      anchors_[k] = anchor;
      if (k == n_ - 1) return true;
      const Board left = empty ^ (t.masks[order_[k]] << anchor);
      Board next = fit_set(order_[k + 1], left);
      // Equal pieces are interchangeable: only ascending anchors.
      if (order_[k + 1] == order_[k]) next = next >> anchor >> 1 << anchor << 1;
      if (next && pack(k + 1, left, next)) return true;
    }
    return false;
  }

  int count_orders(const int* pieces, Board board) {
    std::array<int, kMaxPieces> slots{};
    int same = 1;
    for (int i = 0; i < n_; ++i) {
      slots[i] = i;
      same *= 1 + static_cast<int>(std::count(pieces, pieces + i, pieces[i]));
    }
    int found = 0;
    do {
      if (fits[slots[0]] == 0 || !canonical(slots, pieces)) continue;
      for (int i = 0; i < n_; ++i) order_[i] = pieces[slots[i]];
      if (!place_in_order(board)) continue;
      if (found == 0)
        for (int i = 0; i < n_; ++i) witness[i] = {slots[i], anchors_[i]};
      found += same;
    } while (std::next_permutation(slots.begin(), slots.begin() + n_));
    return found;
  }

  bool canonical(const std::array<int, kMaxPieces>& slots, const int* pieces) const {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < i; ++j)
        if (slots[j] > slots[i] && pieces[slots[j]] == pieces[slots[i]]) return false;
    return true;
  }

  bool place_in_order(Board board) {
    for (int k = n_ - 2; k >= 0; --k)
      for (int line = 0; line < t.lines; ++line)
        reach_[k][line] = t.cover[order_[k] * t.lines + line] + (k < n_ - 2 ? reach_[k + 1][line] : 0);
    if (!completable(board, 0)) return false;
    return place(0, board, fit_set(order_[0], t.full ^ board), false);
  }

  // Whether a line lacks no more cells than pieces k .. n - 2 can fill together.
  bool completable(Board board, int k) const {
    const int* reach = reach_[k].data();
    for (int i = 0; i < t.lines; ++i)
      if (popcount(t.line[i] & ~board) <= reach[i]) return true;
    return false;
  }

  // The cells that lines lack of which the board lacks at most most[line].
  Board lacking(Board board, const int* most) const {
    Board cells = 0;
    for (int i = 0; i < t.lines; ++i) {
      const Board missing = t.line[i] & ~board;
      cells |= popcount(missing) <= most[i] ? missing : 0;
    }
    return cells;
  }

  bool place(int k, Board board, Board fit, bool cleared_before) {
    const bool clears_full = k == 0 && has_full_;
    const bool last_chance = k == n_ - 2 && !cleared_before;
    const bool watch = !cleared_before && !last_chance && !completable(board, k + 1);
    // A placement that completes a line covers one of these cells.
    const Board hot = clears_full || cleared_before
                          ? t.full
                          : lacking(board, &t.cover[order_[k] * t.lines]);
    if (last_chance && !hot) return false;
    for (; fit; fit &= fit - 1) {
      const int anchor = lowest(fit);
      anchors_[k] = anchor;
      const Board placed = t.masks[order_[k]] << anchor;
      Board after = board | placed;
      bool cleared = cleared_before;
      if (hot & placed) {
        const auto full =
            clears_full ? full_lines(after) : touched_full_lines(order_[k], anchor, after);
        cleared |= full.lines > 0;
        after &= ~full.cells;
      }
      if (!cleared && (last_chance || (watch && !completable(after, k + 1)))) continue;
      const Board next = fit_set(order_[k + 1], t.full ^ after);
      if (!next) continue;
      if (k == n_ - 2) {
        anchors_[k + 1] = lowest(next);
        return true;
      }
      if (place(k + 1, after, next, cleared)) return true;
    }
    return false;
  }
};

// ---- every sequence of placements ---------------------------------------------------

template <class Board>
class Walker : Rules<Board> {
 public:
  // points: for a cell, then for 0, 1, 2, … lines at once; without any, no score is kept.
  Walker(const Tables<Board>& tables, std::vector<int> pieces, std::vector<int> points)
      : Rules<Board>(tables),
        counts(pieces.size()),
        pieces_(std::move(pieces)),
        points_(std::move(points)) {}

  std::vector<std::int64_t> counts;
  std::vector<Board> finals;
  int most_points = 0;

  void walk(Board board) {
    std::fill(counts.begin(), counts.end(), 0);
    finals.clear();
    most_points = 0;
    has_full_ = full_lines(board).lines > 0;
    if (points_.empty())
      walk<false>(0, 0, board, 0);
    else
      walk<true>(0, 0, board, 0);
  }

 private:
  using Rules<Board>::t;
  using Rules<Board>::fit_set;
  using Rules<Board>::full_lines;
  using Rules<Board>::touched_full_lines;

  std::vector<int> pieces_;
  std::vector<int> points_;
  bool has_full_ = false;

  template <bool kScored>
  void walk(std::size_t k, unsigned used, Board board, int points) {
    for (std::size_t slot = 0; slot < pieces_.size(); ++slot) {
      if (used >> slot & 1) continue;
      const int shape = pieces_[slot];
      for (Board fit = fit_set(shape, t.full ^ board); fit; fit &= fit - 1) {
        const int anchor = lowest(fit);
        ++counts[k];
        const Board filled = board | (t.masks[shape] << anchor);
        const auto full =
            k == 0 && has_full_ ? full_lines(filled) : touched_full_lines(shape, anchor, filled);
        const Board after = filled & ~full.cells;
        int earned = points;
        if constexpr (kScored) earned += points_[0] * t.sizes[shape] + points_[1 + full.lines];
        if (k + 1 < pieces_.size())
          walk<kScored>(k + 1, used | 1u << slot, after, earned);
        else if constexpr (kScored)
          most_points = std::max(most_points, earned);
        else
          finals.push_back(after);
      }
    }
  }
};

// ---- measuring ----------------------------------------------------------------------

// A sum that depends on every value and on its place; harness/reference.py has the same.
class Sum {
 public:
  void add(std::uint64_t value) { total_ += (value + 1) * (2 * count_++ + 1); }
  std::uint64_t total() const { return total_; }

 private:
  std::uint64_t total_ = 0;
  std::uint64_t count_ = 0;
};

void print(const char* name, std::uint64_t value) { std::cout << name << ' ' << value << '\n'; }

template <class Work>
void timed(int repeats, Work work) {
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const auto end = std::chrono::steady_clock::now();
    print("ns", static_cast<std::uint64_t>(
                    std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count()));
  }
}

template <class Board>
void run_decide(Reader& in, int repeats) {
  const Tables<Board> tables(in);
  const auto boards = in.boards<Board>();
  const auto trays = in.ints();
  const std::size_t width = trays.size() / boards.size();
  std::vector<std::int64_t> orders(boards.size());
  std::vector<std::int64_t> fits(boards.size() * width);
  std::vector<std::int64_t> witness(boards.size() * width * 2);
  Decider<Board> decider(tables);
  timed(repeats, [&] {
    std::array<int, kMaxPieces> pieces;
    std::array<int, kMaxPieces> slot_of;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      const std::size_t row = i * width;
      int n = 0;
      for (std::size_t slot = 0; slot < width; ++slot) {
        fits[row + slot] = 0;
        witness[2 * (row + slot)] = witness[2 * (row + slot) + 1] = -1;
        if (trays[row + slot] < 0) continue;
        pieces[n] = trays[row + slot];
        slot_of[n++] = static_cast<int>(slot);
      }
      orders[i] = decider.decide(pieces.data(), n, boards[i]);
      for (int j = 0; j < n; ++j) {
        fits[row + slot_of[j]] = decider.fits[j];
        if (orders[i] == 0) continue;
        witness[2 * (row + j)] = slot_of[decider.witness[j].first];
        witness[2 * (row + j) + 1] = decider.witness[j].second;
      }
    }
  });
  const std::pair<const char*, const std::vector<std::int64_t>&> answers[] = {
      {"orders", orders}, {"fits", fits}, {"witness", witness}};
  for (const auto& [name, values] : answers) {
    Sum sum;
    for (const auto value : values) sum.add(static_cast<std::uint64_t>(value));
    print(name, sum.total());
  }
}

template <class Board>
void run_walk(Reader& in, int repeats) {
  const Tables<Board> tables(in);
  const auto boards = in.boards<Board>();
  auto tray = in.ints();
  Walker<Board> walker(tables, std::move(tray), in.ints());
  walker.walk(boards.at(0));  // the finals' memory is there before the clock runs
  timed(repeats, [&] { walker.walk(boards[0]); });
  std::int64_t nodes = 0;
  for (const auto count : walker.counts) nodes += count;
  print("nodes", static_cast<std::uint64_t>(nodes));
  Sum sum;
  for (const Board board : walker.finals)
    for (std::size_t w = 0; w < sizeof(Board) / 8; ++w)
      sum.add(static_cast<std::uint64_t>(board >> (w ? 64 : 0)));
  print("finals", sum.total());
  print("points", static_cast<std::uint64_t>(walker.most_points));
}

template <class Board>
void run(const std::string& what, Reader& in, int repeats) {
  if (what == "decide")
    run_decide<Board>(in, repeats);
  else if (what == "walk")
    run_walk<Board>(in, repeats);
  else
    throw std::runtime_error("no such task: " + what);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::runtime_error("usage: reference decide|walk FILE REPEATS");
  Reader in(argv[2]);
  const auto words = in.numbers().at(0);
  const int repeats = std::atoi(argv[3]);
  if (words == 1)
    run<std::uint64_t>(argv[1], in, repeats);
  else if (words == 2)
    run<Wide>(argv[1], in, repeats);
  else
    throw std::runtime_error("boards of one or two words only");
  return 0;
} catch (const std::exception& error) {
  std::cerr << "reference: " << error.what() << '\n';
  return 1;
}
