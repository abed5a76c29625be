/** Characters that are often written instead of letters. */
const DISGUISES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The words that most leaked passwords are made of, in one form each: lower case, undisguised. */
const COMMON = new Set(
  `
abcabc access account adminadmin admin administrator america andrew angel anthony apple arsenal asdasd asdfasdf asdfgh
asdfghjkl ashley august autumn babygirl badboy banana barcelona baseball basketball batman berlin blink bonjour buster
butterfly changeit changeme charlie cheese chelsea chocolate christian comment comments computer contrasena cookie
corvette daniel december default diamond dragon elephant england everton facebook february ferrari flower football
forever freedom friday friend friends fuckyou gateway george google guest hallo hannah harley hello helloworld hockey
iceman iloveyou internet jennifer jessica jesus jordan joshua justin killer knight letmein letmeinplease liverpool
london loveme lovely lover manager marina master matrix matthew maverick mercedes michael michelle midnight monday
monkey mustang mypassword nicole nicholas november october orange passport passw passwd passwort passwortpasswort
password passwordpassword pepper phoenix platform pokemon princess purple qazwsx qazwsxedc qqwweerr qwerasdf qwer
qwert qwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop ranger robert rainbow samantha samsung saturday secret
secretsecret security september server shadow silver smokey soccer solo spring starwars steelers stephanie summer
sunday sunshine superman system tennis test tester testing testtest thomas thunder thursday tigger trustno tuesday
user username wednesday welcome whatever william windows winter yankees zaqwsx zxcvbn zxcvbnm
`
    .trim()
    .split(/\s+/),
)

/** Rows of keyboards and of the alphabet. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
]

/**
 * Says whether a password is among the first that an attacker tries: a common word in any disguise, a row of keys, a
 * few characters repeated, or the owner's name or address.
 *
 * @param known - the owner's username and address
 * @example
 * isGuessable('P@ssw0rd123') // true
 * isGuessable('ada_lovelace', ['ada_lovelace']) // true
 * isGuessable('a long enough password') // false
 */
export function isGuessable(password: string, known: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const own = known
    .flatMap(text => [text.toLowerCase(), text.toLowerCase().split('@')[0]!])
    .filter(text => text.length >= 3)
  if (own.some(text => rest(plain, text) <= 3)) return true
  if (/^(.{1,3}?)\1+.{0,2}$/su.test(plain)) return true
  if (
    ROWS.some(row =>
      [row, [...row].reverse().join('')].some(line => (line + line).includes(plain.slice(0, 24)) && plain.length <= 24),
    )
  )
    return true
  return [plain, undisguised(plain)].some(
    text => COMMON.has(trimmed(text)) || COMMON.has(trimmed(undisguised(trimmed(text)))),
  )
}

/** The number of characters of a text outside of another text in it. */
function rest(text: string, inner: string): number {
  return text.includes(inner) ? text.length - inner.length : Number.POSITIVE_INFINITY
}

/** Removes the digits and marks at both ends. */
function trimmed(text: string): string {
  return text.replace(/^[^\p{L}]{0,6}/u, '').replace(/[^\p{L}]{0,8}$/u, '')
}

function undisguised(text: string): string {
  return [...text].map(character => DISGUISES[character] ?? character).join('')
}
