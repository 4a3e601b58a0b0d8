"""The words that start ranks, from the text of the variable LAUNCH. jobs/scaling.py loads this file too, without the
package."""
import shlex


def launch_words(text: str, ranks: int, nodes: int = 1) -> list[str]:
    """Returns the words of a launcher for so many ranks. A text without {ranks} ends before their number: mpirun -n.
    ValueError: a message, problem; remedy."""
    numbers = {"ranks": ranks, "nodes": nodes, "per_node": -(-ranks // nodes)}
    try:
        return [word.format(**numbers) for word in shlex.split(text if "{ranks}" in text else text + " {ranks}")]
    except (KeyError, ValueError, IndexError, AttributeError, TypeError):
        raise ValueError(
            f"launcher {text}: its quotes or brackets are wrong; {{ranks}}, {{nodes}} and {{per_node}} stand for "
            "numbers, as in mpirun -n {ranks}"
        ) from None
