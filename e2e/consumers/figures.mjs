export async function entryFigures() { return []; }
