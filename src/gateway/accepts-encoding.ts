/** Whether a client accepts an encoding, by the `accept-encoding` header of its request. */
export const acceptsEncoding = (accepted: string, name: string): boolean =>
  accepted.split(',').some((part) => {
    const [word = '', ...terms] = part.split(';').map((piece) => piece.trim());
    return word === name && !terms.some((term) => /^q=0(?:\.0*)?$/.test(term));
  });
