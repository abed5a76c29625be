import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

const plugins = {
  'commonjs/index.js': "const { hooks } = require('./people')\nmodule.exports = hooks",
  'commonjs/people/index.js': "exports.hooks = { typeDefs: require('../names.js').text + __filename.slice(0, 0) }",
  'commonjs/names.js': "module.exports.text = 'scalar OfCommonJs'",
  'esm/index.js': "import { typeDefs } from './parts.js'\nexport default { typeDefs: await Promise.resolve(typeDefs) }",
  'esm/parts.js': "export const typeDefs = 'scalar OfEsm'",
  'mixed/index.js':
    "import { typeDefs } from './old.js'\nimport old from './old.js'\nexport default { typeDefs, tags: old.tags }",
  'mixed/old.js':
    '// import and export here are only words of a comment\nmodule.exports = { typeDefs: "scalar Mixed", tags: [] }',
  'typed/index.ts': "const typeDefs: string = 'scalar Typed'\nexport default { typeDefs }",
  'typed-commonjs/index.ts':
    "const { typeDefs } = require('./parts.ts') as { typeDefs: string }\nmodule.exports = { typeDefs }",
  'typed-commonjs/parts.ts': "exports.typeDefs = 'scalar TypedCommonJs' as string",
  'folder/index.js': "throw new Error('the base index must not be read')",
  'folder/server/index.js': "module.exports = { typeDefs: 'scalar Folder' }",
  'says-so/package.json': '{"type": "commonjs", "version": "2.1.0"}',
  'says-so/index.js': "module.exports = { typeDefs: 'scalar SaysSo' }",
  'doubled/index.js': "module.exports = { __esModule: true, default: { typeDefs: 'scalar Doubled' } }",
}
const names = [...new Set(Object.keys(plugins).map(file => file.split('/')[0]!))]

test.for(['module', 'commonjs', null])('plugins of every format load in a workspace of type %s', async type => {
  await using site = await createSite(
    {
      'package.json': JSON.stringify({ name: 'site', ...(type ? { type } : {}) }),
      'plugins.json': JSON.stringify({ server: names }),
      ...Object.fromEntries(Object.entries(plugins).map(([file, content]) => [`plugins/${file}`, content])),
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect(doctor.json()).toEqual({ healthy: true, findings: [] })
  expect(doctor).toMatchObject({ code: 0, err: '' })
  const { plugins: listed } = (await site.platform(['plugins', 'list', '--json'])).json()
  expect(listed.map(({ name, state, hooks }: any) => [name, state, hooks[0]])).toEqual(
    names.map(name => [name, 'local', 'typeDefs']),
  )
  expect(listed.find(({ name }: any) => name === 'folder').origin).toBe('plugins/folder/server/index.js')
  expect(listed.find(({ name }: any) => name === 'says-so').version).toBe('2.1.0')
})
