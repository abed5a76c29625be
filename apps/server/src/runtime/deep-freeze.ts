/** Makes a value unchangeable, with everything in it. @returns the same value. */
export function deepFreeze<T>(value: T): T {
  if (
    typeof value === 'object' &&
    value !== null &&
    !Object.isFrozen(value) &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
  ) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
