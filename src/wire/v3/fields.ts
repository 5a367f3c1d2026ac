/** Fields of records that all kinds of endpoints share. */
import { word } from '../record-field.ts';

export const combined = () => word(['COMBINED'], 'Fills of one direction make one position');
