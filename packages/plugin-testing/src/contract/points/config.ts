import { keysOf } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

const SECRET = /pass(word|phrase)|secret|token|credential|api[-_]?key|private[-_]?key|webhook/i
const UNKNOWN = 'a-key-nobody-knows'

/** The schema refuses unknown keys, and keys with the name of a secret are marked as secrets. */
export async function checkConfig({ manifest, input }: Subject): Promise<Finding[]> {
  if (!manifest?.config) return []
  const { secrets = [] } = manifest
  const { issues } = await manifest.config['~standard'].validate({ ...input, [UNKNOWN]: true })
  const { issues: without } = await manifest.config['~standard'].validate(input)
  const accepts = (issues?.length ?? 0) <= (without?.length ?? 0)
  const keys = (keysOf(manifest.config) ?? []).map(({ key }) => key)
  return [
    ...(accepts
      ? [
          {
            point: 'config' as const,
            message: 'the schema accepts unknown keys, so a misspelt setting is silently ignored',
            fix: 'make it strict: z.strictObject({ ... }) in zod',
          },
        ]
      : []),
    ...keys
      .filter(key => SECRET.test(key) && !secrets.some(path => path.split('.')[0] === key))
      .map(
        (key): Finding => ({
          point: 'config',
          message: `${key} looks like a secret and is not marked as one`,
          fix: `write secrets: ['${key}']`,
        }),
      ),
    ...(keys.length === 0
      ? []
      : secrets
          .filter(path => !keys.includes(path.split('.')[0]!))
          .map((path): Finding => {
            const near = nearestName(path, keys)
            return {
              point: 'config',
              message: `secrets names ${path}, which is not a key of the schema`,
              fix: near ? `did you mean ${near}?` : `the keys are ${keys.join(', ')}`,
            }
          })),
  ]
}
