import type { User } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'

export interface Person {
  readonly id: string
  /** The name of the user at the provider. */
  readonly name: string
}

/** Signs a user in by a provider that gives a picture, and waits until it was read. The user has a username. */
export async function comeFrom(
  platform: TestPlatform,
  { id, name }: Person,
  picture: string | null | undefined,
): Promise<User> {
  const identity = { provider: 'elsewhere', id, displayName: name, picture }
  const { docstore, providerSignIn, jobs } = platform.services
  const user = await providerSignIn.userOf(identity)
  await docstore.collection<User>('users').updateOne({ id: user.id }, { $set: { 'status.username.status': 'SET' } })
  await jobs.idle()
  return user
}

/** The address of the picture beside a new comment of a user, as an anonymous reader sees it. */
export async function shownOf(platform: TestPlatform, user: Pick<User, 'id'>): Promise<string | null> {
  const asset = await platform.createAsset()
  const author = (await platform.services.users.findById(user.id))!
  const { id } = await platform.createComment({ asset, author: { user: author, token: '' } })
  return avatarBeside(platform, id)
}

export async function avatarBeside(platform: TestPlatform, comment: string): Promise<string | null> {
  const { data } = await platform.graphql<{ comment: { user: { avatar: string | null } } }>(
    'query ($id: ID!) { comment(id: $id) { user { avatar } } }',
    { id: comment },
  )
  return data!.comment.user.avatar
}

/** The code of the refusal; `null` when the picture was removed. */
export async function removeAvatar(platform: TestPlatform, id: string): Promise<string | null> {
  const { data, errors } = await platform.graphql<{
    removeAvatar: { errors: { translation_key: string }[] | null } | null
  }>('mutation ($id: ID!) { removeAvatar(id: $id) { errors { translation_key } } }', { id })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data!.removeAvatar?.errors?.[0]?.translation_key ?? null
}
