import type { Problem } from '@platform/plugin-host'
import type { AskingParts } from './fragments.ts'
import { placeIn } from './problem-at.ts'
import { valuesOf } from './queues.ts'

/** Orders that client parts offer, and no plugin on the server can sort by. They are not shown. */
export function sortWarnings({ parts, sources, schema }: AskingParts): readonly Problem[] {
  const known = valuesOf(schema, 'SORT_COMMENTS_BY')
  return parts.flatMap(listed =>
    (listed.part.sorts ?? [])
      .filter(value => !known.includes(value))
      .map(value => ({
        code: 'PLUGIN_SORT_UNKNOWN',
        plugins: [placeIn(listed, 'sorts', sources)],
        hook: 'client',
        message: `its order by ${value} is not shown, because no plugin on the server counts ${value}`,
        fix: `list the plugin that counts ${value} under "server" in plugins.json, or remove ${listed.plugin} from "client"`,
      })),
  )
}
