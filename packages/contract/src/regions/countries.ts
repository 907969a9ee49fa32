/** Each word is a first letter and all second letters that follow it: the list loads before the first row of every screen. */
const letters = `adefgilmoqrstuwxz babdefghijlmnoqrstvwyz cacdfghiklmnoruvwxyz dejkmoz eceghrst fijkmor gabdefghilmnpqrstuwy
  hkmnrtu idelmnoqrst jemop keghimnprwyz labcikrstuvy macdefghklmnopqrstuvwxyz nacefgilopruz om paefghklmnrstwy qa
  reosuw sabcdeghijklmnorstvxyz tcdfghjklmnortvwz uagmsyz vaceginu wfs yet zamw`

/** ISO 3166-1 alpha-2 in lower case, all that are assigned. */
export const countries = new Set(
  letters.split(/\s+/).flatMap(([first = '', ...others]) => others.map((second) => first + second)),
)
