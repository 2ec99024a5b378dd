//! Operands of operators that give the same value in another order.

use std::ops::Range;

use golfchess_script::script::Script;
use golfchess_script::{is_number, walk};
use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryExpression, Expression};
use oxc_span::GetSpan;
use oxc_syntax::operator::BinaryOperator;

use super::pure::{is_constant, is_pure};
use super::{Guard, Region, range};

/// The regions of operands.
pub(super) fn regions(script: &Script<'_>, sums: bool) -> Vec<Region> {
    let mut operands = Operands {
        source: script.source,
        sums,
        regions: Vec::new(),
        inner: Vec::new(),
    };
    walk::all(script.program, |node| {
        if let AstKind::BinaryExpression(binary) = node {
            operands.read(binary);
        }
    });
    operands.regions
}

struct Operands<'s> {
    source: &'s str,
    /// Whether a sum with a number adds numbers.
    sums: bool,
    regions: Vec<Region>,
    /// Parts of chains that are regions.
    inner: Vec<Range<usize>>,
}

/// The operator that gives the same value with exchanged operands.
fn flipped(operator: BinaryOperator) -> Option<BinaryOperator> {
    use BinaryOperator as Op;
    match operator {
        Op::LessThan => Some(Op::GreaterThan),
        Op::GreaterThan => Some(Op::LessThan),
        Op::LessEqualThan => Some(Op::GreaterEqualThan),
        Op::GreaterEqualThan => Some(Op::LessEqualThan),
        Op::Equality
        | Op::Inequality
        | Op::StrictEquality
        | Op::StrictInequality
        | Op::Multiplication
        | Op::BitwiseAnd
        | Op::BitwiseOR
        | Op::BitwiseXOR
        | Op::Addition => Some(operator),
        _ => None,
    }
}

/// Whether operands may be grouped otherwise. (Sums and products of fractions are rounded.)
fn is_associative(operator: BinaryOperator) -> bool {
    operator.is_bitwise() && flipped(operator).is_some() || operator == BinaryOperator::Addition
}

impl Operands<'_> {
    fn read(&mut self, binary: &BinaryExpression<'_>) {
        let is_inner = self.inner.contains(&range(binary.span));
        if let Some(other) = flipped(binary.operator).filter(|_| !is_inner) {
            let operands = chain(binary);
            let is_right = match operands[..] {
                _ if binary.operator == BinaryOperator::Addition => self.adds_numbers(&operands),
                [left, right] => can_swap(left, right),
                _ => operands.iter().all(|operand| is_pure(*operand)),
            };
            let items = operands
                .iter()
                .map(|operand| range(operand.span()))
                .collect();
            let separators = [binary.operator.as_str(), other.as_str()];
            let region = Region::of(self.source, items, separators, Guard::All);
            if let Some(region) = region.filter(|_| is_right) {
                if operands.len() > 2 {
                    self.note_inner(binary);
                }
                self.regions.push(region);
            }
        }
    }

    /// Whether a sum is the same number in any order.
    fn adds_numbers(&self, operands: &[&Expression<'_>]) -> bool {
        let mut all = operands.iter();
        match operands {
            _ if self.sums => {
                all.all(|operand| may_be_number(operand) && is_pure(*operand))
                    && operands.iter().any(|operand| is_number(operand))
            }
            [left, right] => is_number(left) && is_number(right) && can_swap(left, right),
            _ => all.all(|operand| is_int32(operand) && is_pure(*operand)),
        }
    }

    /// Notes the sums in a sum, which are no regions of their own.
    fn note_inner(&mut self, binary: &BinaryExpression<'_>) {
        let mut inner = &binary.left;
        while let Expression::BinaryExpression(left) = inner
            && left.operator == binary.operator
        {
            self.inner.push(range(left.span));
            inner = &left.left;
        }
    }
}

/// The operands of a chain such as `a|b|c`; the two operands of any other expression.
fn chain<'e, 'a>(binary: &'e BinaryExpression<'a>) -> Vec<&'e Expression<'a>> {
    let mut operands = vec![&binary.right];
    let mut left = &binary.left;
    while let Expression::BinaryExpression(inner) = left
        && inner.operator == binary.operator
        && is_associative(binary.operator)
    {
        operands.push(&inner.right);
        left = &inner.left;
    }
    operands.push(left);
    operands.reverse();
    operands
}

/// Whether it does not matter which of two expressions is evaluated first.
fn can_swap(left: &Expression<'_>, right: &Expression<'_>) -> bool {
    is_pure(left) && is_pure(right) || is_constant(left) || is_constant(right)
}

/// Whether the value is a number if no text is in a sum with a number.
fn may_be_number(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::Identifier(_) => true,
        Expression::ComputedMemberExpression(member) => !is_constant(&member.expression),
        other => is_number(other),
    }
}

/// Whether the value is an integer below 2³² (or a `BigInt`), so that sums of them are exact.
fn is_int32(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::NumericLiteral(number) => {
            number.value.fract() == 0.0 && number.value.abs() < 4_294_967_296.0
        }
        Expression::UnaryExpression(unary) => unary.operator.is_bitwise(),
        Expression::BinaryExpression(binary) => binary.operator.is_bitwise(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use golfchess_script::script::Script;

    use super::super::{Region, texts};

    fn regions(script: &Script<'_>) -> Vec<Region> {
        super::regions(script, false)
    }

    #[test]
    fn sums_with_a_number_may_change_places_where_they_add_numbers() {
        let regions = |script: &Script<'_>| super::regions(script, true);
        for (source, expected) in [
            ("a+1", vec![vec!["a", "1"]]),
            ("a[b]+c+2", vec![vec!["a[b]", "c", "2"]]),
            ("a+b", vec![]),
            ("f()+1", vec![]),
            ("a.b+1", vec![]),
            ("'a'+1", vec![]),
            ("`a`+b+1", vec![]),
        ] {
            assert_eq!(texts(source, regions), expected, "{source}");
        }
    }

    #[test]
    fn operands_that_only_read_may_change_places() {
        for (source, expected) in [
            ("a<b", vec![vec!["a", "b"]]),
            ("a[b]!=c.d*2", vec![vec!["a[b]", "c.d*2"], vec!["c.d", "2"]]),
            ("f()==1", vec![vec!["f()", "1"]]),
            ("a|b|c", vec![vec!["a", "b", "c"]]),
            ("a*b*c", vec![vec!["a*b", "c"], vec!["a", "b"]]),
            ("-a+b*c", vec![vec!["-a", "b*c"], vec!["b", "c"]]),
            ("~a+(b|c)+1", vec![vec!["b", "c"]]),
            ("~a+~b+1", vec![vec!["~a", "~b", "1"]]),
        ] {
            assert_eq!(texts(source, regions), expected, "{source}");
        }
    }

    #[test]
    fn operands_with_effects_and_possible_texts_stay() {
        for (source, expected) in [
            ("f()==a", vec![]),
            ("new f==a", vec![]),
            ("f`b`==a", vec![]),
            ("a==import(b)", vec![]),
            ("a++<b", vec![]),
            ("a+b", vec![]),
            ("a+1", vec![]),
            ("a-b", vec![]),
            ("a/b", vec![]),
            ("a%b", vec![]),
            ("a**b", vec![]),
            ("a<<b", vec![]),
            ("a in b", vec![]),
            ("a&&b", vec![]),
            ("(a=1)*a", vec![]),
            ("a== b", vec![]),
            ("-a+b", vec![]),
            ("a*2+b+1", vec![vec!["a", "2"]]),
            ("a.b+1*f()", vec![vec!["1", "f()"]]),
        ] {
            assert_eq!(texts(source, regions), expected, "{source}");
        }
    }
}
