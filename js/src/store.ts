// The entry `tooltrim/store`: what was cut is kept, and read back.
export {};
