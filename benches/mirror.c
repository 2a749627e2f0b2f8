/* The yardstick of docs/BENCHMARKS.md: the usual bit mask search with its first row halved by the mirror.
 * gcc -O3 -march=native -o mirror benches/mirror.c && time ./mirror 16
 * Source: M. Richards, "Backtracking algorithms in MCPL using bit patterns and recursion", 1997. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t board;
static uint64_t solutions;

static void place(uint32_t columns, uint32_t falling, uint32_t rising) {
    uint32_t open = board & ~(columns | falling | rising);
    if (columns == board) {
        solutions++;
        return;
    }
    while (open) {
        uint32_t queen = open & -open;
        open ^= queen;
        place(columns | queen, (falling | queen) << 1, (rising | queen) >> 1);
    }
}

int main(int argc, char **argv) {
    int n = argc == 2 ? atoi(argv[1]) : 0;
    if (n < 2 || n > 31)
        return fprintf(stderr, "expected a board size from 2 to 31\n"), 2;
    board = (1u << n) - 1;
    for (int column = 0; column < n / 2; column++)
        place(1u << column, 2u << column, (1u << column) >> 1);
    solutions *= 2;
    if (n % 2)
        place(1u << n / 2, 2u << n / 2, (1u << n / 2) >> 1);
    printf("%llu\n", (unsigned long long)solutions);
}
