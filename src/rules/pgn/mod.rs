//! Whole games as text: portable game notation.
