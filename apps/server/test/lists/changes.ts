import type { TestPlatform } from '@platform/plugin-testing'
import { type Asker, clientDocuments } from './asked.ts'

/** A mutation of a client part, with a target for each turn. */
export interface Change {
  readonly text: string
  readonly by: Asker
  variables(turn: number): Readonly<Record<string, unknown>>
}

const comment = (first: number) => (turn: number) => ({ id: `c${first + turn}` })
const author = (first: number) => (turn: number) => ({
  id: `u${first + turn}`,
  comment: `c${first + turn}`,
  message: 'Read the rules',
  until: '2099-01-01T00:00:00.000Z',
})
const PASSWORD = { password: 'a long enough password' }

/** How each mutation of the client parts of the default list is asked on a large site. */
export function changesOfParts(platform: TestPlatform): Readonly<Record<string, Change>> {
  const texts = clientDocuments(platform, 'mutation')
  const moderation = (name: string, variables: Change['variables']): [string, Asker, Change['variables']] => [
    `moderation-actions/${name}`,
    'moderator',
    variables,
  ]
  const asked: readonly [name: string, by: Asker, variables: Change['variables']][] = [
    ['local-auth/attach', 'writer', () => ({ email: 'writer@test.example', ...PASSWORD })],
    ['local-auth/resend', 'writer', () => ({})],
    ['featured-comments/tag-FEATURED', 'moderator', comment(1_000)],
    ['featured-comments/untag-FEATURED', 'moderator', comment(1_000)],
    moderation('approve', comment(1_100)),
    moderation('reject', comment(1_200)),
    moderation('takeBack', comment(1_200)),
    moderation('addTag', turn => ({ ...comment(1_300)(turn), name: 'FEATURED' })),
    moderation('removeTag', turn => ({ ...comment(1_300)(turn), name: 'FEATURED' })),
    moderation('ban', author(100)),
    moderation('banAndReject', author(200)),
    moderation('suspend', author(300)),
    moderation('suspendAndReject', author(400)),
    moderation('unban', author(100)),
    moderation('unsuspend', author(300)),
    moderation('premoderate', author(500)),
    moderation('stopPremoderating', author(500)),
    moderation('removePicture', author(600)),
    ['respect/create', 'writer', comment(1_400)],
    ['respect/delete', 'writer', () => ({ id: 'none' })],
    ['profile-data/download', 'writer', () => ({})],
    ['profile-data/requestDeletion', 'writer', () => PASSWORD],
    ['profile-data/cancelDeletion', 'writer', () => ({})],
    ['ignore-user/ignore', 'writer', author(700)],
    ['ignore-user/stop', 'writer', author(700)],
  ]
  return Object.fromEntries(asked.map(([name, by, variables]) => [name, { text: texts[name]!, by, variables }]))
}
