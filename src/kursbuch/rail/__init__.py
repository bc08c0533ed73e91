"""The 18xx kernel: grid, tiles, board, routes, market, certificates, trains, rounds. It names no title."""
