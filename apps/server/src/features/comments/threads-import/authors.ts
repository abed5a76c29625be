import type { Docstore, Session } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'
import { newUser } from '../../users/model.ts'
import type { NumberedLine } from './thread-line.ts'

/** The way an imported author is known: nobody signs in by it. */
export const IMPORT_PROVIDER = 'import'

/** Makes the authors that are not there yet. @returns how many. */
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
  const taken = new Set(holders.map(({ lowercaseUsername }) => lowercaseUsername))
  const made = fresh.map(author => {
    const username = candidates(author.username, author.own).find(name => !taken.has(lower(name)))!
    taken.add(lower(username))
    return newUser(
      { id: author.own, username, creation: 'imported', profiles: [{ provider: IMPORT_PROVIDER, id: author.id }] },
      now,
    )
  })
  await users.insertMany(made, { session })
  return made.length
}

/**
 * The source's name, else the same with a mark made of the id: which one it becomes does not depend on the order of
 * lines after it.
 */
function candidates(username: string, id: string): readonly string[] {
  return [username, `${username}_${id.slice(0, 6)}`, `${username}_${id}`]
}

const lower = (name: string) => name.toLowerCase()
