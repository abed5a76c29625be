import { fileURLToPath } from 'node:url'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The operations that the clients of the predecessor send by name, with the arguments and answers that they know.

const CHECKOUT = fileURLToPath(new URL('../../../..', import.meta.url))
const REACTIONS = ['respect', 'like', 'love', 'upvote', 'downvote']
const ERRORS = 'errors { translation_key }'
const COMMENT = 'id body status created_at tags { tag { name } } user { id username }'
const ACTION = 'id user { id }'

/** A mutation whose answer has errors only. */
const plain = (name: string, variables: string, call: string) =>
  [name, `mutation ${name}(${variables}) { ${call} { ${ERRORS} } }`] as const
const ofUser = (name: string, field: string, input: string) =>
  plain(name, `$input: ${input}!`, `${field}(input: $input)`)
const ofReaction = (r: string) => {
  const type = r[0]!.toUpperCase() + r.slice(1)
  return [
    [
      `Create${type}Action`,
      `mutation Create${type}Action($action: Create${type}ActionInput!) {
        create${type}Action(input: $action) { ${r} { ${ACTION} } ${ERRORS} }
      }`,
    ],
    plain(`Delete${type}Action`, `$input: Delete${type}ActionInput!`, `delete${type}Action(input: $input)`),
    [
      `${type}ActionCreated`,
      `subscription ${type}ActionCreated($assetId: ID!) { ${r}ActionCreated(asset_id: $assetId) { ${ACTION} item_id } }`,
    ],
    [
      `${type}ActionDeleted`,
      `subscription ${type}ActionDeleted($assetId: ID!) { ${r}ActionDeleted(asset_id: $assetId) { ${ACTION} item_id } }`,
    ],
  ] as const
}
const ofTag = (name: string, field: string) =>
  plain(
    name,
    '$id: ID!, $name: String!, $assetId: ID!, $itemType: TAGGABLE_ITEM_TYPE!',
    `${field}(tag: { name: $name, id: $id, asset_id: $assetId, item_type: $itemType })`,
  )

const OPERATIONS: readonly (readonly [string, string])[] = [
  [
    'PostComment',
    `mutation PostComment($input: CreateCommentInput!) {
      createComment(input: $input) { comment { ${COMMENT} richTextBody } actions { __typename } ${ERRORS} }
    }`,
  ],
  [
    'EditComment',
    `mutation EditComment($id: ID!, $asset_id: ID!, $edit: EditCommentInput) {
      editComment(id: $id, asset_id: $asset_id, edit: $edit) { comment { ${COMMENT} editing { edited } } ${ERRORS} }
    }`,
  ],
  [
    'PostFlag',
    `mutation PostFlag($flag: CreateFlagInput!) { createFlag(flag: $flag) { flag { id reason } ${ERRORS} } }`,
  ],
  [
    'CreateDontAgree',
    `mutation CreateDontAgree($dontagree: CreateDontAgreeInput!) {
      createDontAgree(dontagree: $dontagree) { dontagree { id } ${ERRORS} }
    }`,
  ],
  plain('DeleteAction', '$id: ID!', 'deleteAction(id: $id)'),
  ofTag('AddTag', 'addTag'),
  ofTag('RemoveTag', 'removeTag'),
  plain('SetCommentStatus', '$id: ID!, $status: COMMENT_STATUS!', 'setCommentStatus(id: $id, status: $status)'),
  ofUser('BanUser', 'banUser', 'BanUserInput'),
  ofUser('UnbanUser', 'unbanUser', 'UnbanUserInput'),
  ofUser('SuspendUser', 'suspendUser', 'SuspendUserInput'),
  ofUser('UnsuspendUser', 'unsuspendUser', 'UnsuspendUserInput'),
  ofUser('AlwaysPremodUser', 'alwaysPremodUser', 'AlwaysPremodUserInput'),
  ofUser('RemoveAlwaysPremodUser', 'removeAlwaysPremodUser', 'RemoveAlwaysPremodUserInput'),
  plain('IgnoreUser', '$id: ID!', 'ignoreUser(id: $id)'),
  plain('StopIgnoringUser', '$id: ID!', 'stopIgnoringUser(id: $id)'),
  plain('SetUsername', '$id: ID!, $username: String!', 'setUsername(id: $id, username: $username)'),
  plain('ChangeUsername', '$id: ID!, $username: String!', 'changeUsername(id: $id, username: $username)'),
  plain('ApproveUsername', '$id: ID!', 'approveUsername(id: $id)'),
  plain('RejectUsername', '$id: ID!', 'rejectUsername(id: $id)'),
  plain('SetUserRole', '$id: ID!, $role: USER_ROLES!', 'setUserRole(id: $id, role: $role)'),
  ofUser('ChangePassword', 'changePassword', 'ChangePasswordInput'),
  ofUser('UpdateSettings', 'updateSettings', 'UpdateSettingsInput'),
  plain('UpdateAssetSettings', '$id: ID!, $input: AssetSettingsInput!', 'updateAssetSettings(id: $id, input: $input)'),
  plain('UpdateAssetStatus', '$id: ID!, $input: UpdateAssetStatusInput!', 'updateAssetStatus(id: $id, input: $input)'),
  plain('CloseAsset', '$id: ID!', 'closeAsset(id: $id)'),
  [
    'CoralEmbedStream_Embed',
    `query CoralEmbedStream_Embed($assetId: ID, $assetUrl: String, $commentId: ID!, $hasComment: Boolean!) {
      asset(id: $assetId, url: $assetUrl) {
        id title url isClosed totalCommentCount(tags: ["FEATURED"])
        comment(id: $commentId) @include(if: $hasComment) { ${COMMENT} richTextBody }
        comments(query: { sortBy: RESPECTS, sortOrder: DESC, tags: ["FEATURED"], limit: 5 }, deep: true) {
          nodes { ${COMMENT} action_summaries { count ... on RespectActionSummary { current_user { id } } } }
          hasNextPage startCursor endCursor
        }
      }
      me { id role scheduledDeletionDate } settings { organizationName }
    }`,
  ],
  [
    'CoralEmbedStream_Profile',
    `query CoralEmbedStream_Profile {
      me {
        id username email created_at lastAccountDownload scheduledDeletionDate ignoredUsers { id username }
        state { status { username { status history { status created_at } } } } profiles { provider }
        comments(query: { limit: 10 }) { nodes { ${COMMENT} asset { id title url } } hasNextPage endCursor }
      }
    }`,
  ],
  ...REACTIONS.flatMap(ofReaction),
  [
    'CommentFeatured',
    'subscription CommentFeatured($id: ID) { commentFeatured(asset_id: $id) { comment { id } user { id username } } }',
  ],
  [
    'CommentUnfeatured',
    'subscription CommentUnfeatured($id: ID) { commentUnfeatured(asset_id: $id) { comment { id } user { id } } }',
  ],
  ofUser('UpdateEmailAddress', 'updateEmailAddress', 'UpdateEmailAddressInput'),
  ofUser('AttachLocalAuth', 'attachLocalAuth', 'AttachLocalAuthInput'),
  [
    'UpdateNotificationSettings',
    'mutation ($input: NotificationSettingsInput!) { updateNotificationSettings(input: $input) { errors { translation_key } } }',
  ],
  ['DownloadCommentHistory', `mutation DownloadCommentHistory { requestDownloadLink { ${ERRORS} } }`],
  ['RequestAccountDeletion', `mutation RequestAccountDeletion { requestAccountDeletion { ${ERRORS} } }`],
  ['CancelAccountDeletion', `mutation CancelAccountDeletion { cancelAccountDeletion { ${ERRORS} } }`],
  [
    'DownloadUser',
    'mutation DownloadUser($id: ID!) { downloadUser(id: $id) { archiveURL errors { translation_key } } }',
  ],
]

/** What has no plugin in this repository yet. */
const MISSING: Readonly<Record<string, string>> = {
  UpdateNotificationSettings: 'the repository has no plugin for notifications',
}

let platform: TestPlatform
beforeAll(async () => {
  const plugins = await Promise.all(
    [...REACTIONS, 'featured-comments', 'local-auth', 'rich-text'].map(
      async name => (await import(`${CHECKOUT}/plugins/platform-plugin-${name}/server/index.ts`)).default,
    ),
  )
  platform = await createTestPlatform({ plugins })
})
afterAll(() => platform[Symbol.asyncDispose]())

test('each operation of older clients has one entry', () => {
  const names = OPERATIONS.map(([name]) => name)
  expect([...new Set(names)]).toEqual(names)
  console.log(`${names.length - Object.keys(MISSING).length} of ${names.length} operations validate`, MISSING)
})

test.each(OPERATIONS)('%s of older clients validates, or is known to have no plugin', (name, document) => {
  const problems = validate(platform.services.composition.schema, parse(document)).map(({ message }) => message)
  if (name in MISSING) expect(problems).not.toEqual([])
  else expect(problems).toEqual([])
})
