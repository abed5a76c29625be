// Writes the generated pages under docs/reference. Tests compare them with what they are made from.
import { writeFileSync } from 'node:fs'
import { permissionsReference } from '../apps/server/dist/main/reference/permissions.js'
import { schemaReference } from '../apps/server/dist/main/reference/schema.js'
import { configurationReference } from '../packages/config/dist/index.js'
import { pluginReference } from '../packages/plugin-sdk/dist/index.js'

const pages = {
  'configuration.md': configurationReference(),
  'permissions.md': permissionsReference(),
  'plugins.md': pluginReference(),
  'schema.graphql': schemaReference(),
}
for (const [name, text] of Object.entries(pages))
  writeFileSync(new URL(`../docs/reference/${name}`, import.meta.url), text)
