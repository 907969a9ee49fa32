/**
 * The most common passwords of published lists in lower case, without those that stay too short even with a few digits
 * appended.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passw0rd p@ssword p@ssw0rd passwort parool salasana motdepasse contraseña wachtwoord lozinka haslo
  password1 passwordpassword mypassword newpassword yourpassword thepassword password123 password1234 password12345
  qwerty qwertyuiop qwertyuiopas qwertyuiopasdf qwertyqwerty asdfghjkl asdfghjklasdf zxcvbnm qwertyasdfgh qwertyzxcvbn qazwsxedcrfv qazwsx 1qaz2wsx
  1qaz2wsx3edc 1qaz2wsx3edc4rfv 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5y6 zaq12wsx zaq1zaq1 qwer1234 asdf1234 abcd1234 a1b2c3d4 abc123
  1234567890qw 123qweasdzxc 123123123123 123456789abc 0987654321qw 987654321 123456789 1234567890 12345678910 123456789123 1234567891011 112233445566
  letmein letmeinnow welcome welcomeback iloveyou iloveyouforever iloveyousomuch trustno1 administrator admin adminadmin superadmin root toor changeme changemenow changeit
  default secret topsecret guest testtest testpassword test demo demodemo demodemodemo login loginlogin master superman batman spiderman starwars pokemon
  dragon monkey shadow sunshine princess football baseball basketball liverpool chelsea arsenal barcelona realmadrid manchester manchesterunited
  michael jennifer jordan hunter charlie computer internet whatever nothing freedom summer winter spring autumn january december monday friday
  correcthorsebatterystaple wheelhouse wheelhousewheelhouse bicycle bikeparking scooter operations`
    .split(/\s+/)
    .filter(Boolean),
)
