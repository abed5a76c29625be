import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordFilter, createWordFilterInPieces, normalForm, normalise, phraseProblem } from '../src/index.ts'

const has = (phrase: string, text: string) => createWordFilter([phrase]).test(text)

test('a banned word is found in a disguise [E03]', () => {
  const found: [phrase: string, text: string, disguise: string][] = [
    ['badword', 'a badword here', 'none'],
    ['badword', 'a BADWORD!', 'case'],
    ['badword', 'b\u200ba\u200bdw\u00adord', 'zero-width characters and soft hyphens'],
    ['badword', 'b\u202ea\u2066d\u0000word', 'direction overrides and control characters'],
    ['badword', 'ｂａｄｗｏｒｄ', 'full width'],
    ['badword', '𝓫𝓪𝓭𝔀𝓸𝓻𝓭', 'mathematical letters'],
    ['badword', 'ⓑⓐⓓⓦⓞⓡⓓ', 'letters in circles'],
    ['badword', 'bаdwоrd', 'Cyrillic а and о among Latin letters'],
    ['badword', 'ΒADWΟRD', 'Greek Β and Ο among Latin letters'],
    ['badword', 'ʙᴀᴅᴡᴏʀᴅ', 'small capitals'],
    ['badword', 'b\u0336a\u0336d\u0336w\u0336o\u0336r\u0336d\u0336', 'struck through'],
    ['badword', `b${'\u0301\u0327\u0345\u0315'.repeat(40)}adword`, 'a pile of accents'],
    ['badword', '_badword_', 'underscores around it'],
    ['badword', '**badword**', 'asterisks around it'],
    ['badword', '<b>badword</b>', 'tags around it'],
    ['two words', 'two  words', 'two blanks'],
    ['two words', 'two\u00a0words', 'a blank that breaks no line'],
    ['two words', 'two\n\nwords', 'lines'],
    ['two words', 'two...words', 'sentence marks in between'],
    ['strasse', 'straße', 'a small ß'],
    ['strasse', 'STRAẞE', 'a capital ẞ'],
    ['scheiße', 'SCHEIẞE', 'a capital ẞ for a small one'],
    ['scheiße', 'SCHEISSE', 'SS for ß'],
    ['STRAẞE', 'strasse', 'a capital ẞ in the list'],
    ['idiot', 'id\u0345iot', 'a mark whose upper case is a letter'],
    ['idiot', 'id\u0315\u0345iot', 'that mark behind another'],
    ['ΟΔΟΣ', 'οδος', 'the sigma at the end of a word'],
    ['οδος', 'ΟΔΟΣ', 'a capital sigma'],
    ['istanbul', 'İSTANBUL', 'a capital i with its dot'],
    ['istanbul', 'ıstanbul', 'a small i without its dot'],
    ['ΐ', 'Ϊ\u0301', 'a capital whose accents are a mark and a part of it'],
    ['Ꭰ', 'ꭰ', 'Cherokee'],
    ['წყალი', 'ᲬᲧᲐᲚᲘ', 'Georgian capitals'],
    ['ﬁsh', 'FISH', 'a ligature in the list'],
    ['café', 'cafe\u0301', 'composed and decomposed'],
    ['傻逼', '你是傻逼吗', 'scripts without spaces'],
    ['🖕', 'you🖕', 'a symbol beside a word'],
    ['f**k', 'oh F**K!', 'symbols in a word'],
    ['example.com', 'see http://example.com/x', 'an address'],
  ]
  for (const [phrase, text, disguise] of found)
    expect([disguise, createWordFilter([phrase]).find(text)]).toEqual([disguise, [phrase]])
})

test('another word that looks alike is not found [E03]', () => {
  const missed: [phrase: string, text: string][] = [
    ['badword', 'badwording'],
    ['badword', 'notbadword'],
    ['badword', 'badword2'],
    ['cunt', 'Scunthorpe'],
    ['ass', 'a class of assassins'],
    ['ano', 'año'],
    ['сор', 'cop'],
    ['cop', 'сор'],
    ['хер', 'художник хера'],
    ['бар', 'барабан'],
    ['été', 'étés'],
    ['two words', 'twowords'],
    ['two words', 'two other words'],
    ['two words', 'two, words'],
    ['t.co', 'at&t co'],
    ['t.co', 't. co'],
    ['no.', 'no, no'],
    ['f**k', 'f*k'],
    ['$$$', '$$'],
    ['badword', 'b4dw0rd'],
    ['badword', 'b a d w o r d'],
    ['badword', 'bad<i></i>word'],
  ]
  for (const [phrase, text] of missed) expect([phrase, text, has(phrase, text)]).toEqual([phrase, text, false])
})

test('a phrase with nothing to look for is refused, and finds nothing [E01]', () => {
  for (const phrase of ['', ' ', '\u200b', ' \u00a0\t\n', '. . .', '?!', '\u0000']) {
    expect([phrase, phraseProblem(phrase)]).toEqual([phrase, expect.stringContaining('at least one letter')])
    for (const text of ['', ' ', 'a b', '. . .', 'x ? ! y']) expect(has(phrase, text)).toBe(false)
  }
})

test('a phrase with half a character is refused [E01]', () => {
  expect(phraseProblem('a\ud800b')).toContain('half a character')
})

test('all other phrases are literals [E01]', () => {
  for (const phrase of ['|', '(a+)+$', '\\', '[a-z]', '^', '__proto__', 'constructor', 'x'.repeat(5_000)]) {
    expect([phrase, phraseProblem(phrase)]).toEqual([phrase, null])
    expect([phrase, has(phrase, `before ${phrase} after`)]).toEqual([phrase, true])
    expect([phrase, has(phrase, 'aaaa b [] pro to z')]).toEqual([phrase, false])
  }
  expect(createWordFilter(['same', 'same', '']).find('same same')).toEqual(['same'])
})

test('phrases within phrases are all found, each once, at most as many as are asked for', () => {
  const filter = createWordFilter(['a', 'a b', 'b', 'a b c', 'b c d'])
  expect(filter.find('a b a b c d')).toEqual(['a', 'a b', 'b', 'a b c', 'b c d'])
  expect(filter.find('a b a b c d', 2)).toEqual(['a', 'a b'])
  expect(createWordFilter(['a b c', 'b d']).find('a b d')).toEqual(['b d'])
  expect(createWordFilter([]).find('anything')).toEqual([])
})

test('a filter that is built in pieces pauses between them, and finds the same', async () => {
  const phrases = Array.from({ length: 20_000 }, (_, i) => `word${i % 997} ${i} then`)
  const text = phrases.slice(500, 520).join(', and ')
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const filter = await createWordFilterInPieces(phrases, pause)
  expect(filter.find(text, 100)).toEqual(createWordFilter(phrases).find(text, 100))
  expect(filter.find(text, 100)).toHaveLength(20)
  expect(pauses).toBeGreaterThan(30)
  await createWordFilterInPieces(['bad word'], () => Promise.reject(new Error('a short list is built at once')))
})

test('marks that belong to a phrase must be in the text', () => {
  const found = (phrase: string, ...texts: string[]) => texts.map(text => has(phrase, text))
  expect(found('what? ever', 'what? ever', 'what?? ever', 'what?ever', 'what ever', 'what ? ever')).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(found('.net', 'a .net b', 'a.net', 'a net')).toEqual([true, true, false])
  expect(found('no!', 'no!', 'no!!', 'no !', 'no')).toEqual([true, true, false, false])
  expect(found('\u200b\n.net', '.net', 'a .net', 'net')).toEqual([true, true, false])
  expect(found('a . b', 'a . b', 'a .  b', 'a ... b', 'a. b', 'a b')).toEqual([true, true, true, false, false])
})

const letters = fc.constantFrom('a', 'b', 'é', 'я', '1')
const characters = fc.constantFrom('a', 'B', 'é', 'я', '1', ' ', '\n', '!', '.', '-', '人', '\u200b')

/** The same rules once more for these characters, by a regular expression for each phrase: slow, and simple to read. */
function expected(phrase: string, text: string): boolean {
  const plain = normalise(phrase).trim()
  const escaped = plain
    .split(/\s+/)
    .map(part => part.replaceAll('.', '\\.'))
    .join('[\\s.!]+')
  const edge = (end: string | undefined, side: string) => (/[abéя1]/.test(end ?? '') ? `(?${side}[abéя1])` : '')
  return new RegExp(`${edge(plain[0], '<!')}${escaped}${edge(plain.at(-1), '!')}`).test(normalise(text))
}

test('the filter finds the same as one regular expression for each phrase', () => {
  const phrase = fc
    .string({ unit: characters, minLength: 1, maxLength: 6 })
    .filter(text => phraseProblem(text) === null)
  fc.assert(
    fc.property(
      fc.array(phrase, { minLength: 1, maxLength: 8 }),
      fc.string({ unit: characters, maxLength: 60 }),
      (phrases, text) => {
        const listed = [...new Set(phrases)]
        expect(createWordFilter(listed).find(text, 100).sort()).toEqual(
          listed.filter(one => expected(one, text)).sort(),
        )
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a phrase is found between any two words, in any case, with any invisible characters in it', () => {
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      word,
      word,
      fc.boolean(),
      (words, before, after, loud) => {
        const phrase = words.join(' ')
        const shown = [...(loud ? phrase.toUpperCase() : phrase)].join('\u200d')
        expect(createWordFilter([phrase]).find(`${before} ${shown}, ${after}`)).toContain(phrase)
      },
    ),
  )
})

/** Of any characters at all, lone surrogates among them. */
const anything = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map(points => String.fromCodePoint(...points))

test('any text can be normalised, twice gives the same as once, and any text can be looked through', () => {
  fc.assert(
    fc.property(anything(80), anything(20), (text, phrase) => {
      expect(normalise(normalise(text))).toBe(normalise(text))
      expect(typeof createWordFilter([phrase]).test(text)).toBe('boolean')
      if (phraseProblem(phrase) === null)
        expect([phrase, createWordFilter([phrase]).test(`x ${phrase} x`)]).toEqual([phrase, true])
    }),
    { numRuns: 500 },
  )
})

test('a character is compared alike in every case it has, alone and within a word', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point)
    // U+0345 alone is removed. Behind a letter it is part of that letter.
    if (!/\p{Changes_When_Casemapped}/u.test(character) || character === '\u0345') continue
    const cases = [
      character.toLowerCase(),
      character.toUpperCase(),
      character.toLowerCase().toUpperCase(),
      character.toUpperCase().toLowerCase(),
    ]
    for (const one of cases)
      expect([character, normalise(`a${one}b`)]).toEqual([character, normalise(`a${character}b`)])
    expect([character, normalise(normalise(character))]).toEqual([character, normalise(character)])
  }
})

test('a phrase of any script is found in lower case, in capitals and in title case', () => {
  const scripts = [
    'abcdefßéñőıſ',
    'αβγδεσςάΐΰῳ',
    'абвгдеёжщъыэ',
    'աբգդեզէև',
    'აბგდევზთ',
    'ᎠᎡᎢᎣᎤᎥ',
    'ａｂｃｄｅ',
    '𐐨𐐩𐐪𐐫',
  ].map(letters => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 }))
  const phrase = fc
    .oneof(...scripts.map(word => fc.array(word, { minLength: 1, maxLength: 3 })))
    .map(words => words.join(' '))
  const title = (text: string) => text.replace(/(?<=^| )./gu, letter => letter.toUpperCase())
  fc.assert(
    fc.property(phrase, text => {
      const filter = createWordFilter([text])
      for (const shown of [
        text,
        text.toLowerCase(),
        text.toUpperCase(),
        title(text),
        text.normalize('NFD'),
        text.toUpperCase().normalize('NFD'),
      ])
        expect([text, shown, filter.test(`x ${shown} x`)]).toEqual([text, shown, true])
    }),
    { numRuns: 1_000 },
  )
})

/** Processor time of something, in microseconds; the least of a few times. */
function cost(work: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const began = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(began)
      return user + system
    }),
  )
}

test('no run of marks takes more time than its length [E02]', () => {
  const marks = fc.constantFrom(
    ...'\u0301\u0323\u0327\u0345\u0315\u0335\uff9e\uff9f\u3099\u05b0\u0f71\u{1d165}\u200b\u034f',
  )
  const filter = createWordFilter(Array.from({ length: 10_000 }, (_, i) => `phrase${i} of two`))
  fc.assert(
    fc.property(
      fc.array(marks, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('x', 'か', '\u1f82', ''),
      (unit, first) => {
        const text = (length: number) => first + unit.join('').repeat(Math.ceil(length / unit.join('').length))
        const [short, long] = [text(8_000), text(64_000)]
        // Eight times the length takes sixty-four times as long where it is quadratic. Four of the short are a thousand
        // microseconds or so.
        const [few, many] = [
          cost(() => {
            for (let i = 0; i < 8; i++) filter.test(short)
          }),
          cost(() => filter.test(long)),
        ]
        expect([unit, many < 4 * few + 20_000]).toEqual([unit, true])
      },
    ),
    { numRuns: 30 },
  )
})

test('a run of marks keeps its first thirty, and ordinary texts are unchanged [E02]', () => {
  const marks = '\u0301\u0323\u0327\u0345\u0315'
  expect(normalForm(`x${marks.repeat(6)}`, 'NFD')).toBe(`x${marks.repeat(6)}`.normalize('NFD'))
  expect(normalForm(`x${marks.repeat(5_000)}y${marks.repeat(9)}`, 'NFKC')).toBe(
    `x${marks.repeat(6)}y${marks.repeat(6)}`.normalize('NFKC'),
  )
  expect(normalForm(`か${'\uff9e'.repeat(900)}`, 'NFKC')).toBe(`が${'\u3099'.repeat(29)}`)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
      (text, form) => {
        expect(normalForm(text, form)).toBe(text.normalize(form))
      },
    ),
  )
})

test('every character that becomes a mark counts as one [E02]', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point)
    const first = String.fromCodePoint(character.normalize('NFKD').codePointAt(0)!)
    // A mark changes places with one of a higher class before it, or of a lower one behind it; what begins something
    // does not.
    const isMark = [`\u0345${first}`, `${first}\u0334`].some(two => two.normalize('NFD') !== two)
    if (isMark && first.normalize('NFD') === first)
      expect([
        point.toString(16),
        normalForm(`a${character.repeat(31)}`, 'NFKD') === normalForm(`a${character.repeat(30)}`, 'NFKD'),
      ]).toEqual([point.toString(16), true])
  }
})

test('ten thousand beginnings of a phrase with blanks take no longer, letter by letter, than a thousand [E02]', () => {
  const filter = createWordFilter(['a b', 'a c d', 'a a a a a a a a a b'])
  const work = (repeats: number) => {
    const text = 'a !'.repeat(repeats)
    const began = process.cpuUsage()
    for (let round = 0; round < 20_000 / repeats; round++) filter.test(text)
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  work(1_000)
  // The same number of letters in both: what is more than linear shows as a multiple of ten.
  const ratios = Array.from({ length: 5 }, () => work(10_000) / work(1_000)).sort((a, b) => a - b)
  expect(ratios[2]).toBeLessThan(5)
})

test('the places of phrases are those of the text as it was written, also of disguised ones', () => {
  const marked = (phrases: readonly string[], text: string) =>
    createWordFilter(phrases)
      .locate(text)
      .map(({ phrase, start, end }) => [phrase, text.slice(start, end)])
  expect(marked(['bad word', 'is'], 'This is a BAD   word, is it not?')).toEqual([
    ['is', 'is'],
    ['bad word', 'BAD   word'],
    ['is', 'is'],
  ])
  expect(marked(['badword'], 'ﬁrst 😀\u200b b\u200ba\u200bdw\u00adord\u0336! x')).toEqual([
    ['badword', 'b\u200ba\u200bdw\u00adord\u0336'],
  ])
  expect(marked(['été', '€'], 'Ｅ e\u0301te\u0301 €')).toEqual([
    ['été', 'e\u0301te\u0301'],
    ['€', '€'],
  ])
  expect(marked([], 'a text')).toEqual([])
})

test('each place of a phrase reads, when it is cut out, as that phrase again', () => {
  const filter = createWordFilter(['ab', 'strasse', '中', 'x y'])
  const unit = fc.constantFrom(
    'a',
    'b',
    'ß',
    'x',
    'y',
    'stra',
    'e',
    ' ',
    '\n',
    '中',
    '😀',
    '\u0301',
    '\u200b',
    'ﬁ',
    'Σ',
    'İ',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), text => {
      const found = filter.locate(text)
      expect(new Set(found.map(({ phrase }) => phrase))).toEqual(new Set(filter.find(text)))
      for (const { phrase, start, end } of found) expect(filter.find(text.slice(start, end))).toContain(phrase)
    }),
    { numRuns: 2_000 },
  )
})
