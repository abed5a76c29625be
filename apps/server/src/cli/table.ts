/**
 * Puts cells into columns, each as wide as its widest cell.
 *
 * @param widest - characters that a column is padded to at most; a longer cell moves the rest of its row.
 */
export function table(rows: readonly (readonly string[])[], widest = Number.POSITIVE_INFINITY): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.min(widest, Math.max(...rows.map(row => row[column]?.length ?? 0))),
  )
  const padded = rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return padded.map(line => line.trimEnd()).join('\n')
}
