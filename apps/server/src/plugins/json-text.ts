import { findNodeAtLocation, type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import { beyondBounds, type TextProblem } from './json-bounds.ts'

/** A text of JSON with comments. */
export interface JsonText {
  readonly value: unknown
  /** Whether it is JSON at all; if not, `value` is a guess. */
  readonly isJson: boolean
  /** `line 3, column 5: expected a comma, found ]`; also keys that are there twice. */
  readonly problems: readonly string[]
  /** `line 3, column 5: ` of the value at a path, or of the nearest one around it. */
  place(path: readonly PropertyKey[]): string
}

/** Comments are for plugins.json; package.json has none. */
export interface JsonDialect {
  readonly comments?: boolean
}

const EXPECTED: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'expected a number',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon after the name',
  CommaExpected: 'expected a comma, or the closing bracket',
  CloseBraceExpected: 'expected the closing }',
  CloseBracketExpected: 'expected the closing ]',
  EndOfFileExpected: 'expected nothing more',
  InvalidCommentToken: 'expected no comment',
  UnexpectedEndOfComment: 'expected */ at the end of the comment',
  UnexpectedEndOfString: 'expected " at the end of the text, on its own line',
  UnexpectedEndOfNumber: 'expected a digit',
  InvalidUnicode: 'expected four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'expected one of " \\ / b f n r t u after the \\',
  InvalidCharacter: 'expected no control character; write \\n, \\t or \\u00..',
  InvalidSymbol: 'expected a value, or a name, in double quotes',
}

/** Reads JSON with comments; nothing is thrown for what is wrong with it. */
export function readJson(text: string, { comments = true }: JsonDialect = {}): JsonText {
  const beyond = beyondBounds(text)
  if (beyond)
    return {
      value: undefined,
      isJson: false,
      problems: [`${position(text, beyond.offset)}: ${beyond.message}`],
      place: () => '',
    }
  const errors: ParseError[] = []
  const options = { allowTrailingComma: comments, disallowComments: !comments }
  const value: unknown = parse(text, errors, options)
  const tree = parseTree(text, [], options)
  const wrong =
    errors.length > 0
      ? firstOfLines(text, errors).map(error => ({ offset: error.offset, message: explain(text, error) }))
      : tree
        ? repeatedKeys(text, tree)
        : []
  return {
    value,
    isJson: errors.length === 0,
    problems: wrong.map(({ offset, message }) => `${position(text, offset)}: ${message}`),
    place(path) {
      for (let length = path.length; tree && length >= 0; length--) {
        const node = findNodeAtLocation(
          tree,
          path.slice(0, length).map(key => (typeof key === 'number' ? key : String(key))),
        )
        if (node) return `${position(text, node.offset)}: `
      }
      return ''
    },
  }
}

/** `line 3, column 5` */
function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** One slip confuses the reading of what follows: what else it complains of on that line, or misses at the end, is not told. */
function firstOfLines(text: string, errors: readonly ParseError[]): ParseError[] {
  const lineOf = ({ offset }: ParseError) => text.slice(0, offset).split('\n').length
  return errors.filter(
    (error, i) =>
      i === 0 || (lineOf(error) !== lineOf(errors[i - 1]!) && !/^Close/.test(printParseErrorCode(error.error))),
  )
}

function explain(text: string, { error, offset, length }: ParseError): string {
  const found = text
    .slice(offset, offset + Math.max(length, 1))
    .trim()
    .split('\n')[0]!
  return `${EXPECTED[printParseErrorCode(error)] ?? 'expected JSON'}, found ${found === '' ? 'the end' : found.length > 30 ? `${found.slice(0, 30)}…` : found}`
}

/** The last of two keys would win, and nobody would know. */
function repeatedKeys(text: string, node: Node, path = ''): TextProblem[] {
  const first = new Map<string, number>()
  return (node.children ?? []).flatMap((child, i) => {
    if (node.type !== 'object') return repeatedKeys(text, child, `${path}.${i}`)
    const [key, value] = child.children ?? []
    const name = String(key?.value)
    const at = `${path}.${name}`
    const inside = value ? repeatedKeys(text, value, at) : []
    const earlier = first.get(name)
    if (earlier !== undefined)
      return [
        { offset: child.offset, message: `${at.slice(1)}: this key is there already, at ${position(text, earlier)}` },
        ...inside,
      ]
    first.set(name, child.offset)
    return inside
  })
}
