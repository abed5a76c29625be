import { expect, test } from 'vitest'
import { CAPABILITIES, HOOK_SHAPES, MODERATION_INPUTS, MODERATION_PHASES, PLUGIN_CODES } from '../src/index.ts'

test('no hook that plugins were promised is missing', () => {
  expect(Object.keys(HOOK_SHAPES)).toEqual(
    expect.arrayContaining([
      'typeDefs',
      'context',
      'services',
      'permissions',
      'Sort',
      'loaders',
      'mutators',
      'resolvers',
      'hooks',
      'setupFunctions',
      'tokenUserNotFound',
      'tags',
      'router',
      'authStrategies',
      'passport',
      'app',
      'connect',
      'connectors',
      'websockets',
      'schemaLevelResolveFunction',
      'translations',
      'indexes',
      'models',
      'moderation',
      'jobs',
      'mails',
      'personalData',
      'assetData',
      'init',
      'ready',
      'shutdown',
    ]),
  )
})

const lines: [name: string, line: string][] = [
  ...Object.entries(HOOK_SHAPES).map(([name, { purpose }]): [string, string] => [name, purpose]),
  ...Object.entries(CAPABILITIES),
  ...Object.entries(MODERATION_PHASES),
  ...Object.entries(MODERATION_INPUTS),
  ...Object.entries(PLUGIN_CODES).flatMap(([name, { meaning, fix }]): [string, string][] => [
    [name, meaning],
    [name, fix],
  ]),
]

test.each(lines)('%s is explained in one line: %s', (_name, line) => {
  expect(line).toMatch(/^[^\n]{10,120}[^\n.]$/)
})
