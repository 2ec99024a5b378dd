use super::*;

fn template(script: &str) -> Template {
    Template::of(script, &[], &["x".to_owned()], false)
        .unwrap()
        .unwrap()
}

#[test]
fn names_and_orders_can_be_exchanged_together() {
    let template = template("a=(b,c)=>b<c;alert(a(1,2)|a(3,4))");
    let mut form = template.first.clone();
    assert_eq!(template.slots.len(), 3);
    assert_eq!(form.orders.len(), 2);
    form.names = vec![b'z', b'b', b'a'];
    form.orders = vec![vec![1, 0], vec![1, 0]];
    assert!(template.is_right(&form));
    let script = template.script(&form).unwrap();
    assert_eq!(script, "z=(a,b)=>a>b;alert(z(2,1)|z(4,3))");
}

#[test]
fn an_order_that_is_read_otherwise_is_none() {
    for script in [
        "a=1;b=()=>{return`c`==a};alert(b())",
        "a=1;b=/c/;alert(2- -a*b)",
        "a=1;alert(a*-2-`b`)",
    ] {
        let template = template(script);
        for group in 0..template.first.orders.len() {
            let mut form = template.first.clone();
            form.orders[group].reverse();
            assert!(template.is_right(&form), "{script}");
        }
    }
}

#[test]
fn names_that_meet_or_are_reserved_are_refused() {
    let template = template("a=b=>c=>b-c-a;alert(a(1)(2))");
    let form = |names: &[u8]| Form {
        names: names.to_vec(),
        orders: template.first.orders.clone(),
    };
    let first = &template.first.names;
    let letters = |a: u8, b: u8, c: u8| -> Vec<u8> {
        let new = |old: &u8| match old {
            b'a' => a,
            b'b' => b,
            _ => c,
        };
        first.iter().map(new).collect()
    };
    assert!(template.is_right(&form(&letters(b'q', b'x', b'r'))));
    assert!(!template.is_right(&form(&letters(b'x', b'q', b'r'))));
    assert!(!template.is_right(&form(&letters(b'q', b'q', b'r'))));
    assert!(!template.is_right(&form(&letters(b'q', b'r', b'q'))));
    assert!(!template.is_right(&form(&letters(b'q', b'r', b'1'))));
    assert!(!template.is_right(&form(b"qr")));
    assert!(template.is_free(b'b', &template.first));
    assert!(!template.is_free(b'a', &template.first));
}
