import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** A post hook declares its mode; the server counts its parameters only for older plugins. */
export function checkHookModes({ hooks }: Subject): Finding[] {
  return Object.entries(hooks.hooks ?? {}).flatMap(([type, fields]) =>
    Object.entries(fields)
      .filter(
        ([field, around]) => field !== '__resolveType' && typeof (around as { post?: unknown }).post === 'function',
      )
      .map(
        ([field]): Finding => ({
          point: 'hook-modes',
          message: `the post hook of ${type}.${field} does not declare whether its answer replaces the result`,
          fix: "write post: { mode: 'transform', run: ... }, or 'observe'",
        }),
      ),
  )
}
