import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Words of this product and of the languages of its people, which the general list does not rank high enough. */
const ourWords =
  'wheelhouse bicycle bike bikeparking parking scooter operations dock locker superadmin parool salasana motdepasse contraseña wachtwoord welkom lozinka haslo passwort kennwort losenord tallinn tartu oslo helsinki riga'.split(
    ' ',
  )

/**
 * 49,000 passwords of published leaks, the keyboards on which people draw patterns, and the rules by which people vary
 * them: doubled, with digits or a year at the end, with a digit in place of a letter.
 */
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, ours: ourWords },
  graphs: adjacencyGraphs,
})

/** The cost of an estimate grows with the length, and a pattern shows within these. */
const lettersAtMost = 72
// The library calls this 'somewhat guessable': it protects from guessing at the form, and not once hashes have leaked.
const fewestGuesses = 1e8

/** A common word stays easy, whatever is appended to reach a length. */
const fewestGuessesOfStem = 1e5

/** Whether a guesser with lists of common passwords would find this one early. */
export function isEasyToGuess(password: string): boolean {
  const start = [...password].slice(0, lettersAtMost).join('')
  const stem = start.replace(/[\d\s!?.,*#@$%&_-]+$/, '')
  return guessesOf(start) <= fewestGuesses || guessesOf(stem) <= fewestGuessesOfStem
}

const guessesOf = (text: string): number => estimator.check(text).guesses
