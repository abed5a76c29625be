import type { Diagnostic, GraphqlError } from './test-platform.ts'
import type { Forgotten } from './watch/forgotten.ts'

type Line = Readonly<Record<string, unknown>>
type Attribution = Pick<GraphqlError, 'plugin' | 'hook' | 'at'>

/** Finds in the log which plugin's code failed in a request, because the answer to a client does not name it. */
export function whose(
  lines: readonly Line[],
  request: string | undefined,
  path: readonly (string | number)[] = [],
): Attribution {
  const failures = lines.filter(
    line => request !== undefined && line['request'] === request && typeof line['hook'] === 'string',
  )
  const field = path.findLast(part => typeof part === 'string')
  const line = failures.find(failure => String(failure['at']).endsWith(`.${field}`)) ?? failures.at(-1)
  return line ? attributionIn(line) : {}
}

/** Every failure of a plugin in the log, and every unhandled rejection. */
export function diagnosticsOf(lines: readonly Line[], rejections: readonly Forgotten[]): Diagnostic[] {
  const failures = lines.filter(line => line['level'] === 'error' && typeof line['plugin'] === 'string')
  return [
    ...failures.map(
      (line): Diagnostic => ({ code: 'PLUGIN_HOOK_FAILED', message: messageOf(line), ...attributionIn(line) }),
    ),
    ...rejections.map(({ message }): Diagnostic => ({ code: 'UNHANDLED_REJECTION', message })),
  ]
}

function attributionIn(line: Line): Attribution {
  const texts = (['plugin', 'hook', 'at'] as const).flatMap(key =>
    typeof line[key] === 'string' ? [[key, line[key]]] : [],
  )
  return Object.fromEntries(texts) as Attribution
}

function messageOf(line: Line): string {
  const { message } = (line['err'] ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(line['msg'])
}
