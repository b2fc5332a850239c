// The entry `tooltrim/tools`: tools as the ecosystem defines them, bounded.
export {};
