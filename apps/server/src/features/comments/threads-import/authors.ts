import type { Docstore, Session } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'
import { newUser } from '../../users/model.ts'
import type { NumberedLine } from './thread-line.ts'

/** The provider in the profile of imported authors; no user can sign in by it. */
export const IMPORT_PROVIDER = 'import'

/** Stores the authors that are not stored yet. @returns how many. */
export async function insertAuthors(
  docstore: Docstore,
  lines: readonly NumberedLine[],
  { session, now }: { session: Session; now: Date },
): Promise<number> {
  const users = docstore.collection<User>('users')
  const authors = new Map<string, NumberedLine['author']>()
  for (const { own, author } of lines) if (!authors.has(own.author)) authors.set(own.author, author)
  const known = await users.find({ id: { $in: [...authors.keys()] } }, { session, projection: { id: 1 } }).toArray()
  for (const { id } of known) authors.delete(id)
  const fresh = [...authors].map(([own, author]) => ({ ...author, own }))
  if (fresh.length === 0) return 0

  const wanted = fresh.flatMap(({ username, own }) => candidates(username, own).map(lower))
  const holders = await users
    .find({ lowercaseUsername: { $in: wanted } }, { session, projection: { lowercaseUsername: 1 } })
    .toArray()
  const used = new Set(holders.map(({ lowercaseUsername }) => lowercaseUsername))
  const made = fresh.map(author => {
    const names = candidates(author.username, author.own)
    const username = names.find(name => !used.has(lower(name))) ?? `${author.username}_${author.own}`
    used.add(lower(username))
    return newUser(
      { id: author.own, username, creation: 'imported', profiles: [{ provider: IMPORT_PROVIDER, id: author.id }] },
      now,
    )
  })
  await users.insertMany(made, { session })
  return made.length
}

/**
 * The usernames that an author may get: the name in the source, else that name with a part of the id. The choice does
 * not depend on later lines.
 */
function candidates(username: string, id: string): readonly string[] {
  return [username, `${username}_${id.slice(0, 6)}`, `${username}_${id}`]
}

const lower = (name: string) => name.toLowerCase()
