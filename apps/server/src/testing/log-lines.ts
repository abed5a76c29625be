/** Keeps what a log writes, parsed. */
export function collect(): { lines: Record<string, unknown>[]; stream: { write(line: string): void } } {
  const lines: Record<string, unknown>[] = []
  return {
    lines,
    stream: {
      write(line) {
        lines.push(JSON.parse(line) as Record<string, unknown>)
      },
    },
  }
}
