/**
 * Freezes a value with everything in it, so that one module can't change it under another. Instances of classes stay
 * as they are: freezing would break those with private state, such as dates and sets.
 *
 * @returns the same value.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value
  Object.freeze(value)
  for (const child of Object.values(value)) deepFreeze(child)
  return value
}
