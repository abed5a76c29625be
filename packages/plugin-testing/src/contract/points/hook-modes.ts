import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** A post hook says what its answer is for; counting parameters is for old plugins. */
export function checkHookModes({ hooks }: Subject): Finding[] {
  return Object.entries(hooks.hooks ?? {}).flatMap(([type, fields]) =>
    Object.entries(fields)
      .filter(
        ([field, around]) => field !== '__resolveType' && typeof (around as { post?: unknown }).post === 'function',
      )
      .map(
        ([field]): Finding => ({
          point: 'hook-modes',
          message: `the post hook of ${type}.${field} does not say whether its answer replaces the result`,
          fix: "write post: { mode: 'transform', run: ... }, or 'observe'",
        }),
      ),
  )
}
