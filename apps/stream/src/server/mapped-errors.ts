import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve } from 'node:path'

/** Makes the stacks of errors name the files that were written, in place of the one that a build made of them. */
export function createErrorMapper(file: string): (error: unknown) => void {
  let map: SourceMap | null = null
  const read = () => {
    const path = `${file}.map`
    if (map === null && existsSync(path))
      map = new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload)
    return map
  }
  return error => {
    if (!(error instanceof Error) || !error.stack?.includes(BUILT)) return
    error.stack = error.stack.replace(FRAME, (built, line: string, column: string) => {
      const entry = read()?.findEntry(Number(line) - 1, Number(column) - 1)
      if (!entry || !('originalSource' in entry)) return built
      return `${resolve(dirname(file), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    })
  }
}

/** The module that draws a stream on the server, and its places in a stack. */
const BUILT = 'server/render.js?build='
const FRAME = /file:\/\/[^\s()]*server\/render\.js\?build=\w+:(\d+):(\d+)/g
