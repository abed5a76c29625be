/** The names under which the frame's own storage keeps what client parts of plugins remember begin with this. */
export const PART_STORAGE = 'platform:part:'

/** Whether a client part remembers something of the reader, so that it has to start at once. */
export function partsKeepAnything(): boolean {
  try {
    return Object.keys(localStorage).some(name => name.startsWith(PART_STORAGE))
  } catch {
    return false
  }
}
