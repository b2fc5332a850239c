// The entry `tooltrim/signals`: what was cut, told to those who want to know.
export {};
