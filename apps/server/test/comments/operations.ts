import type { GraphqlAnswer, TestPlatform } from '@platform/plugin-testing'

interface Outcome {
  readonly id: string | null
  readonly status: string | null
  readonly errors: readonly string[] | null
}

const CREATE = `mutation ($input: CreateCommentInput!) { createComment(input: $input) {
  comment { id status } errors { translation_key }
} }`
const EDIT = `mutation ($id: ID!, $asset_id: ID!, $body: String!) { editComment(id: $id, asset_id: $asset_id, edit: { body: $body }) {
  comment { id status } errors { translation_key }
} }`
const DECIDE = `mutation ($id: ID!, $status: COMMENT_STATUS!) {
  setCommentStatus(id: $id, status: $status) { errors { translation_key } }
}`

/** What a mutation answered, in short: exactly one of comment and errors is there, and nothing else went wrong. */
function outcome({ data, errors }: GraphqlAnswer<Record<string, any>>, field: string): Outcome {
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  const answer: {
    comment?: { id: string; status: string } | null
    errors: { translation_key: string }[] | null
  } | null = data![field]
  return {
    id: answer?.comment?.id ?? null,
    status: answer?.comment?.status ?? null,
    errors: answer?.errors?.map(error => error.translation_key) ?? null,
  }
}

export async function post(
  platform: TestPlatform,
  input: { asset_id: string; parent_id?: string | null; body?: string; tags?: (string | null)[] },
): Promise<Outcome> {
  return outcome(
    await platform.graphql(CREATE, { input: { body: 'What I think about this', ...input } }),
    'createComment',
  )
}

export async function edit(
  platform: TestPlatform,
  { id, asset_id, body = 'What I think by now' }: { id: string; asset_id: string; body?: string },
): Promise<Outcome> {
  return outcome(await platform.graphql(EDIT, { id, asset_id, body }), 'editComment')
}

export async function decide(platform: TestPlatform, id: string, status: string): Promise<Outcome> {
  return outcome(await platform.graphql(DECIDE, { id, status }), 'setCommentStatus')
}
