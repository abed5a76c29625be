import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { importFile, importLines, line } from './threads-file.ts'

describe('an import with bad lines', () => {
  test('names each with its number and reason, loads the rest, and ends with 1', async () => {
    await using platform = await createTestPlatform()
    const { code, err, out } = await importLines(platform, [
      `\ufeff${JSON.stringify(line('c1'))}`,
      '{"id": "broken',
      '',
      line('c2', { asset: undefined }),
      line('c3', { parent_id: 'nowhere' }),
      line('c4', { parent_id: 'c1', asset: { url: 'https://news.example/two' } }),
      line('c5', { created_at: '2020-02-30T00:00:00Z' }),
      line('c6', { body: '' }),
      line('c7', { body: 'é'.repeat(32 * 1024 + 1) }),
      line('c8', { author: { id: 'a', username: 'x\u001b[2J' } }),
      line('c9', { asset: { url: 'javascript:alert(1)' } }),
      `${' '.repeat(1024 * 1024)}${JSON.stringify(line('c10'))}`,
      line('c11', { parent_id: 'c1', score: 7 }),
    ])
    expect(code).toBe(1)
    expect(err.trimEnd().split('\n')).toEqual([
      'line 2: is not JSON',
      expect.stringMatching(/^line 4: asset: /),
      'line 5: parent_id: there is no comment nowhere in this discussion before this line',
      'line 6: parent_id: there is no comment c1 in this discussion before this line',
      'line 7: created_at: is no ISO 8601 time with its zone',
      'line 8: body: is empty',
      'line 9: body: is longer than 64 KiB',
      'line 10: author.username: has control characters',
      'line 11: asset.url: is no absolute http or https address of at most 2,048 characters, as browsers write it',
      'line 12: is longer than 1 MiB',
    ])
    expect(out).toMatch(/^Added 2 comments, 1 author, 1 discussion; .* skipped 10 lines\./)
  })

  test('skips replies to skipped comments, and stores neither their authors nor their discussions', async () => {
    await using platform = await createTestPlatform()
    const { err } = await importLines(platform, [line('c1', { body: '' }), line('c2', { parent_id: 'c1' })])
    expect(err).toContain('line 2: parent_id: there is no comment c1 in this discussion before this line')
    const counts = ['assets', 'users', 'comments'].map(name =>
      platform.services.docstore.collection(name).countDocuments(),
    )
    expect(await Promise.all(counts)).toEqual([0, 0, 0])
  })

  test('skips lines that are nested deeply or have numbers that are too large', async () => {
    await using platform = await createTestPlatform()
    const whole = (id: string, more: string) => JSON.stringify(line(id)).replace(/}$/, `, ${more}}`)
    const { code, err, out } = await importLines(platform, [
      whole('c1', `"more": ${'['.repeat(200_000)}${']'.repeat(200_000)}`),
      whole('c2', '"score": {"of": -1e400}'),
      whole('c3', '"\\u001b[2J": 1e400'),
      whole('c4', '"score": 1e300'),
    ])
    expect(err.trimEnd().split('\n')).toEqual([
      'line 1: more.0.0.0.0.0.0.0…: lies within more than 100 lists and objects; nest it less deeply',
      'line 2: score.of: is too large a number; give one between -1.7e308 and 1.7e308',
      'line 3: is too large a number; give one between -1.7e308 and 1.7e308',
    ])
    expect([code, out]).toEqual([1, expect.stringMatching(/^Added 1 comment, .* skipped 3 lines\./)])
  })

  test('names a thousand and counts the others', async () => {
    await using platform = await createTestPlatform()
    const { err, out } = await importLines(platform, [...Array.from({ length: 1_500 }, () => '{'), line('c1')])
    expect(err.match(/^line \d+: /gm)).toHaveLength(1_000)
    expect(err).toContain('only counted')
    expect(out).toContain('skipped 1,500 lines')
  })

  test('ends with 66 and one line when the file is not there, or none', async () => {
    await using platform = await createTestPlatform()
    expect(await importFile(platform, join(tmpdir(), 'no-such-threads.ndjson'))).toEqual({
      code: 66,
      out: '',
      err: expect.stringMatching(/can't be read: there is no such file\n$/),
    })
    expect(await importFile(platform, tmpdir())).toEqual({
      code: 66,
      out: '',
      err: expect.stringMatching(/can't be read: it is no file\n$/),
    })
  })

  test('names a line that repeats an id with another text, and keeps the first', async () => {
    await using platform = await createTestPlatform()
    const first = await importLines(platform, [line('a'), line('b'), line('a', { body: 'something else' }), line('a')])
    expect([first.code, first.err]).toEqual([1, 'line 3: id: a is there already, with another text\n'])
    const later = await importLines(platform, [line('b', { body: 'something else' }), '[]'])
    expect([later.code, later.err]).toEqual([
      1,
      'line 1: id: b is there already, with another text\nline 2: is no JSON object\n',
    ])
    expect(
      (await platform.services.docstore.collection<Comment>('comments').find({}).toArray())
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(['body of a', 'body of b'])
  })

  test('a text is stored as it would be had it been posted, and imported again it is the same [X06]', async () => {
    await using platform = await createTestPlatform()
    const body = 'a\ud800b\u0000c <script>alert(1)</script> \u202e'
    const lines = [line('a', { body, asset: { url: 'https://news.example/one', title: 'a\udc00b\u0000c' } })]
    expect(await importLines(platform, lines)).toMatchObject({ code: 0, err: '' })
    const author = await platform.createUser()
    const asset = await platform.createAsset()
    await platform
      .as(author)
      .graphql(
        'mutation ($input: CreateCommentInput!) { createComment(input: $input) { errors { translation_key } } }',
        { input: { asset_id: asset.id, body } },
      )
    const stored = await platform.services.docstore.collection<Comment>('comments').find({}).toArray()
    expect(stored.map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => 'a\ufffdbc <script>alert(1)</script> \u202e'),
    )
    expect(
      await platform.services.docstore.collection<Asset>('assets').findOne({ url: 'https://news.example/one' }),
    ).toMatchObject({ title: 'a\ufffdbc' })
    expect(await importLines(platform, lines)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Added 0 comments/),
    })
    expect((await importLines(platform, [line('b', { body: '\u0000' }), line('c\ud800')])).err).toBe(
      'line 1: body: is empty\nline 2: id: has half a character in it: a lone surrogate\n',
    )
  })

  test('what an older version stored uncleaned is there already [X06]', async () => {
    await using platform = await createTestPlatform()
    await importLines(platform, [line('a', { body: 'abc' })])
    await platform.services.docstore.collection<Comment>('comments').updateOne({}, { $set: { body: 'a\u0000bc' } })
    expect(await importLines(platform, [line('a', { body: 'a\u0000bc' })])).toMatchObject({ code: 0, err: '' })
  })

  test('a comment from the future or from before 1970 is skipped; one that is hours ahead is not', async () => {
    await using platform = await createTestPlatform()
    const at = (time: number) => new Date(time).toISOString()
    const { err } = await importLines(platform, [
      line('a', { created_at: '3020-01-01T00:00:00Z' }),
      line('b', { created_at: at(Date.now() + 25 * 3_600_000) }),
      line('c', { created_at: at(Date.now() + 12 * 3_600_000) }),
      line('d', { created_at: '1969-12-31T23:59:59Z' }),
      line('e', { created_at: '1970-01-01T00:00:00Z' }),
    ])
    const future = 'created_at: lies more than a day ahead: a comment from the future would stay above all others'
    expect(err).toBe(`line 1: ${future}\nline 2: ${future}\nline 4: created_at: is before the year 1970\n`)
  })

  test('an empty file is no mistake', async () => {
    await using platform = await createTestPlatform()
    expect(await importLines(platform, [])).toMatchObject({ code: 0, err: '' })
  })
})
