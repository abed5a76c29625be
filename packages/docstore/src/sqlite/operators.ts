/**
 * Splits a condition into pairs `[operator, operand]`. A plain value is `$eq`. `undefined` when only the matcher can
 * read it.
 */
export function operatorsOf(condition: unknown): [string, unknown][] | undefined {
  if (condition instanceof RegExp) return undefined
  if (typeof condition !== 'object' || condition === null || condition instanceof Date || Array.isArray(condition)) {
    return [['$eq', condition]]
  }
  const entries = Object.entries(condition)
  const operators = entries.filter(([key]) => key.startsWith('$'))
  if (operators.length === 0) return [['$eq', condition]]
  return operators.length === entries.length ? entries : undefined
}
