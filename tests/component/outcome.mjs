// Results as golden files write them.

/** What a call returns or fails with: absent fields are left out. */
export function outcome(call) {
  try {
    return { result: present(call()) };
  } catch (error) {
    // Anything else is no error of the interface.
    if (error.constructor.name !== "ComponentError") throw error;
    return { error: error.payload };
  }
}

function present(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, present(field)]));
}
