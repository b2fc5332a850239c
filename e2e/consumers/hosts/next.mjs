export const slow = () => [];
