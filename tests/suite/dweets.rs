//! `gen minify --preset dwitter`: readable dweets become as short as those written by hand.

use crate::support::file::{folder, minify, write};

/// The result for a dweet, which five frames draw as the file does.
fn dweet(text: &str) -> String {
    let workspace = folder();
    write(&workspace, "a.js", text);
    let run = minify(&workspace, "a.js --preset dwitter");
    assert!(
        run.err.contains("30 outputs of 6 runs, no difference"),
        "{text}: {}",
        run.err
    );
    assert!(!run.err.contains("something else"), "{text}: {}", run.err);
    run.out.trim_end().to_owned()
}

#[test]
fn a_readable_dweet_becomes_a_short_one() {
    for (text, expected) in [
        (
            "for(let i=0;i<9;i++){const hue=i/10+t*60;x.fillStyle=\"hsl(\"+hue+\",90%)\";x.fillRect(i,i,9,9)}",
            "for(l=0;l<9;l++)x.fillStyle=`hsl(${l/10+t*60},90%)`,x.fillRect(l,l,9,9)",
        ),
        (
            "c.width=9;for(let i=0;i<9;i++){const px=Math.cos(i)*9;const py=Math.sin(i)*9;x.beginPath();x.arc(px,py,9,0,7);x.fill()}",
            "c.width=9;for(i=0;i<9;i++)x.beginPath(),x.arc(C(i)*9,S(i)*9,9,0,7),x.fill()",
        ),
        (
            "for(let i=0;i<9;i++){let px=C(i)*9;x.fillRect(px,0,9,9)}",
            "for(f=0;f<9;f++)x.fillRect(C(f)*9,0,9,9)",
        ),
        (
            "const r=Math.floor(S(t)*9);x.fillRect(r,r,9,9)",
            "x.fillRect(l=Math.floor(S(t)*9),l,9,9)",
        ),
        (
            "function u(t){let a=S(t);x.fillRect(a,a,a,9)}",
            "x.fillRect(l=S(t),l,l,9)",
        ),
        // The parameter is the `t` of the place.
        (
            "function u(time) {\n  x.fillRect(time, S(time), 9, 9);\n}\n",
            "x.fillRect(t,S(t),9,9)",
        ),
    ] {
        assert_eq!(dweet(text), expected, "{text}");
    }
}

#[test]
fn what_a_global_variable_would_change_stays_declared() {
    for (text, part) in [
        // Each round has a variable of its own.
        (
            "let l=[];for(let i=0;i<9;i++)l.push(()=>x.fillRect(i,i,9,9));l.map(f=>f())",
            "for(let ",
        ),
        // It is read before it is written: not what the last frame has left.
        ("x.fillRect(9,total,9,9);var total=t*9", "var "),
        ("const C=5;x.fillRect(Math.cos(C),C,9,9)", "Math.cos(C)"),
        (
            "const Math={cos:a=>a*9};x.fillRect(Math.cos(t),9,9,9);x.fillRect(Math.cos(9),9,9,9)",
            ".cos(t)",
        ),
        // The value is another one where it is used.
        (
            "for(let i=0;i<9;i++){let a=i*9;i++;x.fillRect(i,a,9,9)}",
            "=",
        ),
        (
            "c.width|=0;with(Math)for(i=9;i--;)x.fillRect(cos(i+t),sin(i),9,9)",
            "with(Math)for(",
        ),
        // A value of the last frame.
        ("i=globalThis.i||9;x.fillRect(i+=9,9,9,9)", "||9"),
    ] {
        let result = dweet(text);
        assert!(result.contains(part), "{text}: {result}");
        assert!(result.len() <= text.len(), "{text}: {result}");
    }
}

#[test]
fn a_value_goes_to_its_only_use_in_other_scripts_too() {
    let workspace = folder();
    write(
        &workspace,
        "a.js",
        "for (let i = 0; i < 3; i++) {\n  const half = i / 2;\n  console.log('at', half);\n}\n",
    );
    let made = minify(&workspace, "a.js --wrapper none").good();
    assert_eq!(made.trim_end(), "for(let o=0;o<3;o++)console.log(`at`,o/2)");
}
