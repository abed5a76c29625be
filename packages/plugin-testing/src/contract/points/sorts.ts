import { messageOf } from '@platform/plugin-host'
import type { SortMap } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { RunningSubject } from '../subject.ts'

/** An empty page has no end cursor, and asking for one does not throw. */
export async function checkSorts({ hooks, context }: RunningSubject): Promise<Finding[]> {
  const makes = [hooks.Sort, hooks.context?.['Sort'] as typeof hooks.Sort].filter(make => make !== undefined)
  const found: Finding[] = []
  for (const make of makes) {
    const sorts: SortMap = make(context())
    for (const [type, methods] of Object.entries(sorts))
      for (const [sortBy, method] of Object.entries(methods)) {
        try {
          await method.startCursor(context(), [], { cursor: null })
          const end = await method.endCursor(context(), [], { cursor: null })
          if (end !== null && end !== undefined)
            found.push({
              point: 'sorts',
              message: `${type}.${sortBy} has an endCursor of ${JSON.stringify(end)} after an empty page`,
              fix: 'endCursor: (_context, nodes) => nodes.length === 0 ? null : ...',
            })
        } catch (error) {
          found.push({
            point: 'sorts',
            message: `${type}.${sortBy} throws for an empty page: ${messageOf(error)}`,
            fix: 'check nodes.length first',
          })
        }
      }
  }
  return found
}
