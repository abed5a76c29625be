// Writes the generated pages under docs/reference. Tests compare them with what they are made from.
import { writeFileSync } from 'node:fs'
import { configurationReference } from '../packages/config/dist/index.js'
import { pluginReference } from '../packages/plugin-sdk/dist/index.js'

const pages = { 'configuration.md': configurationReference(), 'plugins.md': pluginReference() }
for (const [name, text] of Object.entries(pages)) writeFileSync(new URL(`../docs/reference/${name}`, import.meta.url), text)
