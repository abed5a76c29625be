// Writes the generated pages and columns under docs. Tests compare them with what they are made from.
import { writeFileSync } from 'node:fs'
import { compatReference } from '../apps/server/dist/main/reference/compat.js'
import { coreFieldsModule } from '../apps/server/dist/main/reference/core-fields.js'
import { coreIndexesModule } from '../apps/server/dist/main/reference/core-indexes.js'
import { liveProtocolReference } from '../apps/server/dist/main/reference/live-protocol.js'
import { permissionsReference } from '../apps/server/dist/main/reference/permissions.js'
import { pluginsReference } from '../apps/server/dist/main/reference/plugins.js'
import { schemaReference } from '../apps/server/dist/main/reference/schema.js'
import { configurationReference } from '../packages/config/dist/index.js'
import { DECISIONS_INDEX, decisionsIndex } from '../test/decisions.ts'
import { SECURITY_CASES, securityCasesPage } from '../test/security-cases.ts'
import { weightReference } from '../tests/journeys/weight/weight.ts'

const pages = {
  'compat.md': compatReference(),
  'configuration.md': configurationReference(),
  'live-protocol.md': liveProtocolReference(),
  'permissions.md': permissionsReference(),
  'plugins.md': pluginsReference(),
  'schema.graphql': schemaReference(),
  'weight.md': await weightReference(),
}
for (const [name, text] of Object.entries(pages))
  writeFileSync(new URL(`../docs/reference/${name}`, import.meta.url), text)
writeFileSync(new URL('../apps/server/src/composition/core-indexes.ts', import.meta.url), coreIndexesModule())
writeFileSync(new URL('../packages/plugin-sdk/src/hooks/core-fields.ts', import.meta.url), coreFieldsModule())
writeFileSync(new URL(`../${SECURITY_CASES}`, import.meta.url), securityCasesPage())
writeFileSync(new URL(`../${DECISIONS_INDEX}`, import.meta.url), decisionsIndex())
