/** Whether a program reads what a server writes to a stream: in production, and not at a terminal. */
export function readsJson(stream: { readonly isTTY?: boolean }): boolean {
  return process.env['NODE_ENV'] === 'production' && stream.isTTY !== true
}

/** One line as the log writes them. */
export function jsonLine(level: 'info' | 'fatal', text: string): string {
  return JSON.stringify({ level, time: new Date().toISOString(), msg: text })
}
