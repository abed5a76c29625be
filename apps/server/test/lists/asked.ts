import type { TestPlatform } from '@platform/plugin-testing'
import { type FieldNode, Kind, type OperationDefinitionNode, parse } from 'graphql'
import type { LargeSite } from './large-site.ts'

/** Who asks: nobody who is signed in, the author of some comments, a moderator, or an administrator. */
export type Asker = 'anonymous' | 'writer' | 'moderator' | 'admin'

export interface AskedDocument {
  readonly text: string
  readonly by: Asker
  readonly variables: Readonly<Record<string, unknown>>
}

type Asks = Readonly<Record<string, readonly [by: Asker, variables?: Readonly<Record<string, unknown>>]>>

const PAGE = { limit: 20 }
const DISCUSSION = { id: 'large', deep: false }
const FEATURED = { tags: ['FEATURED'] }
const SINCE = '2026-01-01T00:00:00.000Z'

/** How each query of the stream and the panel is asked on a large site. */
const asks = ({ writer: { user } }: LargeSite): Asks => ({
  BulkRejection: ['moderator', { id: 'none' }],
  CommentDetails: ['moderator', { id: 'c300' }],
  CommentsAgain: ['moderator', { ids: ['c1', 'c2', 'c300'] }],
  Conversation: ['moderator', { id: 'c302' }],
  CountReportedNames: ['moderator'],
  CountsOfQueues: [
    'moderator',
    {
      queries: [
        {},
        { statuses: ['PREMOD'] },
        { statuses: ['REJECTED'] },
        { statuses: ['NONE', 'PREMOD'], action_type: 'FLAG' },
        { statuses: ['ACCEPTED'] },
      ],
    },
  ],
  DiscussionSettings: ['admin', { asset: 'large' }],
  DiscussionStatus: ['moderator', { id: 'large' }],
  Discussions: ['moderator', { value: 'something', open: true }],
  Environment: ['admin'],
  FindDiscussion: ['moderator', { id: 'large' }],
  FoundAuthors: ['moderator', { value: 'reader' }],
  Invitations: ['admin'],
  LiveTicket: ['writer'],
  MergePreview: ['admin', { from: 'large', into: 'a1' }],
  ModerationQueue: ['moderator', { query: { statuses: ['NONE', 'PREMOD'], action_type: 'FLAG', limit: 20 } }],
  ModerationSettings: ['admin'],
  MoreComments: ['writer', { id: 'large', query: PAGE, deep: true }],
  MoreReplies: ['writer', { id: 'c300', query: PAGE }],
  NewerComments: ['writer', { id: 'large', query: PAGE }],
  NotesAbout: ['moderator', { id: 'u1' }],
  OlderOwnComments: ['writer', { comments: PAGE }],
  OneDiscussion: ['admin', { id: 'large' }],
  OpenFirstPage: ['admin', { url: 'http://localhost/large' }],
  Own: ['writer', { asset: 'large', comments: ['c0', 'c1000', 'c300'] }],
  OwnComment: ['writer', { id: 'c0' }],
  OwnModerationTexts: ['admin'],
  OwnProfile: ['writer', { comments: PAGE }],
  OwnRejections: ['writer', { asset: 'large' }],
  People: ['moderator', { value: 'r' }],
  Permalink: ['writer', { asset: 'large', id: 'c302', replies: PAGE }],
  Person: ['moderator', { id: user.id }],
  PersonAgain: ['moderator', { id: 'u1' }],
  PluginsOfServer: ['admin'],
  PreviewedDiscussions: ['admin'],
  PublicProfile: ['anonymous', { id: user.id, limit: 20 }],
  ReportedNameAgain: ['moderator', { id: 'u7' }],
  ReportedNames: ['moderator'],
  SettingsHistory: ['admin'],
  ShownComments: ['writer', { ids: ['c0', 'c300'] }],
  ShownStates: ['moderator', { ids: ['c0', 'c300'] }],
  SignInProviders: ['admin'],
  SiteSettings: ['admin'],
  SiteStatistics: ['moderator', { query: { from: SINCE, to: '2026-01-30T00:00:00.000Z' } }],
  StaffOfSite: ['admin'],
  Thread: ['anonymous', { id: 'large', query: PAGE, deep: false }],
  TriedWords: ['admin', { body: 'A text' }],
  Unread: ['writer', { asset: 'large', since: SINCE }],
  WholeComment: ['moderator', { id: 'c300' }],
  'moderation-actions/texts': ['moderator', { id: 'large' }],
})

/** Queries of the API that neither the stream nor the panel asks. */
const OTHERS: readonly AskedDocument[] = [
  ['moderator', 'query Users { users(query: { state: { status: { banned: false } } }) { nodes { id } } }'],
  ['moderator', 'query Moderators { users(query: { state: { role: MODERATOR } }) { nodes { id } } }'],
  ['moderator', 'query Commenters { users(query: { state: { role: COMMENTER } }) { nodes { id } } }'],
  ['moderator', 'query CountUsers { userCount(query: { state: { role: COMMENTER } }) }'],
  ['moderator', 'query CountBanned { userCount(query: { state: { status: { banned: true } } }) }'],
  ['moderator', 'query CountAll { userCount(query: {}) }'],
  ['moderator', 'query NoSuchPage { assets(query: { value: "nothing like this" }) { nodes { id } } }'],
  ['moderator', 'query CountTagged { commentCount(query: { tags: ["FEATURED"] }) }'],
  ['moderator', 'query CountReplies { commentCount(query: { parent_id: "c300", statuses: null }) }'],
  ['moderator', 'query CountRejectedRoots { commentCount(query: { parent_id: null, statuses: [REJECTED] }) }'],
  ['moderator', 'query CountOfAuthor { commentCount(query: { author_id: "u1", statuses: null }) }'],
  ['anonymous', 'query CommentOf { comment(id: "c300") { id replies(query: { limit: 5 }) { nodes { id } } } }'],
].map(([by, text]) => ({ by: by as Asker, text: text as string, variables: {} }))

/** What the client parts of the default list ask by the documents of the stream and the panel: orders, tabs, queues. */
const OF_PARTS: readonly (readonly [name: string, by: Asker, variables: Readonly<Record<string, unknown>>])[] = [
  ...[{ sortBy: 'RESPECTS' }, { sortBy: 'REPLIES' }, FEATURED].flatMap(query =>
    [query, { ...query, sortOrder: 'ASC' }, { ...query, ...FEATURED }].map(
      one => ['Thread', 'anonymous', { ...DISCUSSION, query: { ...PAGE, ...one } }] as const,
    ),
  ),
  ['Thread', 'writer', { ...DISCUSSION, deep: true, query: { ...PAGE, ...FEATURED } }],
  ...[{}, { asset_ids: ['large'] }, { asset_ids: ['large', 'a1', 'a2'] }].flatMap(assets => {
    const query = { ...FEATURED, ...assets, statuses: null, excludeDeleted: true }
    return [
      ['ModerationQueue', 'moderator', { query: { ...query, limit: 20 } }],
      ['CountsOfQueues', 'moderator', { queries: [query] }],
    ] as const
  }),
]

/** Every query that is asked on a large site, by the name of its operation and, where it differs, by its variables. */
export function askedDocuments(platform: TestPlatform, site: LargeSite): Readonly<Record<string, AskedDocument>> {
  const texts = clientDocuments(platform, 'query')
  const own = Object.entries(asks(site)).flatMap(([name, [by, variables = {}]]) =>
    texts[name] === undefined ? [] : [[name, { text: texts[name], by, variables }] as const],
  )
  const ofParts = OF_PARTS.map(
    ([name, by, variables]) => [`${name} ${JSON.stringify(variables)}`, { text: texts[name]!, by, variables }] as const,
  )
  return Object.fromEntries([
    ...own,
    ...ofParts,
    ...OTHERS.map(one => [operationOf(one.text).name!.value, one] as const),
  ])
}

/**
 * The documents of a platform: those of the stream and the panel, with what client parts add to them, by the names of
 * their operations, and those of the parts themselves, by the part and their names there.
 */
export function clientDocuments(
  { services: { composition } }: TestPlatform,
  kind: 'query' | 'mutation' | 'subscription',
): Readonly<Record<string, string>> {
  const { texts, suffix } = composition.streamDocuments
  return Object.fromEntries(
    [...texts].flatMap(([id, text]) => {
      const { operation, name } = operationOf(text)
      if (operation !== kind) return []
      return [[name?.value ?? id.replace('part:platform-plugin-', '').replace(suffix, ''), text] as const]
    }),
  )
}

/** The fields of the query type that a document asks. */
export function rootFieldsOf(text: string): string[] {
  const fields = operationOf(text).selectionSet.selections.filter((one): one is FieldNode => one.kind === Kind.FIELD)
  return fields.map(({ name }) => name.value)
}

function operationOf(text: string): OperationDefinitionNode {
  const found = parse(text).definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)
  if (!found) throw new Error(`no operation in ${text}`)
  return found
}
