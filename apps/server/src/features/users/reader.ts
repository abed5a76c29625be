import type { Docstore } from '@platform/docstore'
import type { Connection, User, UsersQuery } from '@platform/plugin-sdk'
import { pageLimit } from '../../paging/limit.ts'
import { SEARCH } from '../../paging/long-reads.ts'
import { readPage } from '../../paging/page.ts'
import type { Clock } from '../../runtime/clock.ts'
import { withoutCredentials } from '../../runtime/user-record.ts'
import type { CountCache } from '../comments/count-cache.ts'
import { nameFilter, userCounting, userFilter } from './filter.ts'

/** Reads lists of users. The code that calls it checks the caller's permission. */
export interface UsersReader {
  page(query: UsersQuery): Promise<Connection<User>>
  count(query: Pick<UsersQuery, 'action_type' | 'state'>): Promise<number>
}

export function createUsersReader({
  docstore,
  clock,
  counts,
}: {
  docstore: Docstore
  clock: Clock
  counts: CountCache
}): UsersReader {
  const users = docstore.collection<User>('users')
  return {
    async page(query) {
      const filter = { ...userFilter(query, clock.now()), ...nameFilter(query.value) }
      const page = await readPage(users, {
        filter,
        keys: ['created_at', 'id'],
        direction: query.sortOrder === 'ASC' ? 1 : -1,
        limit: pageLimit(query.limit),
        cursor: query.cursor ?? null,
        // The list of all is read by its index.
        ...(Object.keys(filter).length > 0 ? SEARCH : {}),
      })
      return { ...page, nodes: page.nodes.map(user => withoutCredentials(user)) }
    },
    count(query) {
      const filter = userFilter(query, clock.now())
      const { among, but } = userCounting(query, clock.now())
      const count = async () => {
        const [all, others] = await Promise.all([
          users.countDocuments(among, SEARCH),
          but ? users.countDocuments(but, SEARCH) : 0,
        ])
        return Math.max(0, all - others)
      }
      // Suspensions end without an event, so a count of them is never cached.
      return typeof query.state?.status?.suspended === 'boolean'
        ? count()
        : counts.get({ filter: { users: filter }, tag: 'users', count })
    },
  }
}
