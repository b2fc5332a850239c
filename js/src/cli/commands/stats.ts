export async function runStats(..._: unknown[]) {}
