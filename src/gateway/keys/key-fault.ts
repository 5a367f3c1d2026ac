/** A file of keys is missing, damaged or fits another. Names the file; what to do is said above. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
}
