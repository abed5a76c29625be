import type { Asset, ModerationPhase, Submission } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { named } from '../compose/named.ts'

export interface Scene {
  readonly platform: TestPlatform
  readonly admin: TestUser
  readonly author: TestUser
  readonly asset: Asset
}
export interface Site extends Scene, AsyncDisposable {
  readonly asked: boolean[]
  /** Of the phases that declare `judgesBy`. */
  readonly others: string[]
  meanwhile: (() => Promise<unknown>) | null
}

/** A site with a phase that takes its time: it goes on when `meanwhile` is done. */
export async function open(
  env: Record<string, string>,
  now?: Date,
  others: readonly ModerationPhase[] = [],
): Promise<Site> {
  const site = {
    asked: [] as boolean[],
    others: [] as string[],
    meanwhile: null as Site['meanwhile'],
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]()
    },
  }
  const slow = named('slow', {
    moderation: [
      {
        name: 'slow',
        after: 'commentingDisabled',
        async run({ again }: Submission) {
          site.asked.push(again === true)
          await site.meanwhile?.()
          return undefined
        },
      },
      ...others.map(phase => ({
        ...phase,
        run(submission: Submission) {
          site.others.push(phase.name)
          return phase.run(submission, undefined as never)
        },
      })),
    ],
  })
  const platform = await createTestPlatform({ plugins: [slow], env, ...(now ? { now } : {}) })
  const [admin, author, asset] = [
    await platform.createUser({ roles: ['ADMIN'] }),
    await platform.createUser(),
    await platform.createAsset(),
  ]
  return Object.assign(site, { platform, admin, author, asset })
}

export const mutate = ({ platform, admin }: Scene, mutation: string, id: string) =>
  platform
    .as(admin)
    .graphql(`mutation ($id: ID!) { ${mutation} { errors { translation_key } } }`, { id })
    .then(({ data, errors }) => {
      const answer = Object.values(data ?? {})[0] as { errors: unknown[] | null } | null
      if (errors.length > 0 || answer?.errors) throw new Error(JSON.stringify([errors, answer]))
    })
export const until = () => new Date(Date.now() + 3_600_000).toISOString()
