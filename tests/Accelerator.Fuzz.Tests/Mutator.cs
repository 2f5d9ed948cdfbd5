namespace Accelerator.Fuzz.Tests;

/// <summary>Makes inputs from a target's seeds and words. The same number makes the same input, independent of earlier inputs.</summary>
internal sealed class Mutator
{
    // The limits of the integer types and their neighbours, the limits of dates and times, and more digits than any number has.
    private static readonly string[] Numbers =
    [
        "0", "1", "00", "59", "60", "99", "255", "256", "365", "999", "1024", "9999", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296",
        "253402300799", "253402300800", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999999999",
        "-1", "1e400", "0.0000000000001",
    ];

    // Overlong and cut sequences, a surrogate, more than U+10FFFF, bytes that never occur; pairs of CP949, one of them with a backslash for a trail byte.
    private static readonly byte[][] Letters =
    [
        [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xB2, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xFE], [0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        [0xB0, 0xA1], [0xC7, 0xD1], [0xC8, 0xFE], [0x81, 0x41], [0x81, 0x5C], [0x83, 0x5C], [0xEA, 0xB0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xE2, 0x80, 0xAE], [0xC2, 0x9B],
        [0], [7], [27], [127], "\r"u8.ToArray(), "\n"u8.ToArray(), "\r\n"u8.ToArray(), "\t"u8.ToArray(), " "u8.ToArray(), "."u8.ToArray(), ".."u8.ToArray(), "/"u8.ToArray(),
        "\\"u8.ToArray(), ":"u8.ToArray(), ";"u8.ToArray(), "%"u8.ToArray(), "\""u8.ToArray(), "("u8.ToArray(), ")"u8.ToArray(), "-"u8.ToArray(),
    ];

    private readonly FuzzTarget _target;
    private readonly Action<List<byte>, Dice>[] _changes;

    public Mutator(FuzzTarget target)
    {
        _target = target;
        _changes = [FlipBits, ReplaceByte, Cut, Drop, Repeat, Splice, InsertWord, InsertWord, OverwriteWithWord, ChangeNumber, ChangeNumber, InsertLetter, SwapLines];
    }

    /// <summary>An input of at most <see cref="FuzzTarget.LongestInput"/> bytes.</summary>
    public byte[] Make(ulong seed)
    {
        var dice = new Dice(seed);
        List<byte> input = [.. dice.Of(_target.Seeds)];
        for (var changes = 1 + dice.Below(dice.OneIn(4) ? 16 : 4); changes > 0; changes--) dice.Of(_changes)(input, dice);
        if (input.Count > _target.LongestInput) input.RemoveRange(_target.LongestInput, input.Count - _target.LongestInput);
        return [.. input];
    }

    private static void FlipBits(List<byte> input, Dice dice)
    {
        for (var count = dice.OneIn(4) ? 8 : 1; count > 0 && input.Count > 0; count--) input[dice.Below(input.Count)] ^= (byte)(1 << dice.Below(8));
    }

    private static void ReplaceByte(List<byte> input, Dice dice)
    {
        if (input.Count > 0) input[dice.Below(input.Count)] = (byte)dice.Next();
    }

    private static void Cut(List<byte> input, Dice dice)
    {
        var length = dice.Below(input.Count + 1);
        input.RemoveRange(length, input.Count - length);
    }

    private static void Drop(List<byte> input, Dice dice)
    {
        var (start, length) = Block(input, dice);
        input.RemoveRange(start, length);
    }

    // Occasionally repeat a part so often that only code in linear time stays within the limits.
    private void Repeat(List<byte> input, Dice dice)
    {
        var (start, length) = Block(input, dice);
        if (length == 0) return;
        var most = dice.OneIn(50) ? _target.LongestInput : dice.OneIn(4) ? 600 : 40;
        var block = input.GetRange(start, length);
        var copies = Math.Max(1, (1 + dice.Below(most)) / length);
        input.InsertRange(start, Enumerable.Repeat(block, copies).SelectMany(static copy => copy));
    }

    private void Splice(List<byte> input, Dice dice)
    {
        List<byte> other = [.. dice.Of(_target.Seeds)];
        var (start, length) = Block(other, dice);
        var at = dice.Below(input.Count + 1);
        if (dice.OneIn(2)) input.RemoveRange(at, input.Count - at);
        input.InsertRange(at, other.GetRange(start, length));
    }

    private void InsertWord(List<byte> input, Dice dice)
    {
        if (_target.Words.Count > 0) input.InsertRange(dice.Below(input.Count + 1), dice.Of(_target.Words));
    }

    private void OverwriteWithWord(List<byte> input, Dice dice)
    {
        if (_target.Words.Count == 0) return;
        var word = dice.Of(_target.Words);
        var at = dice.Below(input.Count + 1);
        input.RemoveRange(at, Math.Min(word.Length, input.Count - at));
        input.InsertRange(at, word);
    }

    private static void ChangeNumber(List<byte> input, Dice dice)
    {
        var start = input.FindIndex(dice.Below(input.Count), static value => char.IsAsciiDigit((char)value));
        if (start < 0) return;
        var end = start;
        while (end < input.Count && char.IsAsciiDigit((char)input[end])) end++;
        var old = Encoding.ASCII.GetString([.. input.GetRange(start, end - start)]);
        var near = ulong.TryParse(old, NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? (value + (ulong)dice.Below(3) - 1).ToString(CultureInfo.InvariantCulture) : "0";
        input.RemoveRange(start, end - start);
        input.InsertRange(start, Encoding.ASCII.GetBytes(dice.OneIn(3) ? near.PadLeft(Math.Min(old.Length, 20), '0') : dice.Of(Numbers)));
    }

    private static void InsertLetter(List<byte> input, Dice dice) => input.InsertRange(dice.Below(input.Count + 1), dice.Of(Letters));

    private static void SwapLines(List<byte> input, Dice dice)
    {
        var at = input.IndexOf((byte)'\n', dice.Below(input.Count));
        if (at < 0) return;
        var rest = input.GetRange(at + 1, input.Count - at - 1);
        var lineEnd = rest.IndexOf((byte)'\n');
        if (lineEnd < 0) return;
        input.RemoveRange(at + 1, lineEnd + 1);
        input.InsertRange(0, rest.GetRange(0, lineEnd + 1));
    }

    private static (int Start, int Length) Block(List<byte> of, Dice dice)
    {
        var start = dice.Below(of.Count);
        var length = dice.OneIn(3) ? dice.Below(of.Count - start + 1) : Math.Min(of.Count - start, 1 + dice.Below(8));
        return (start, length);
    }
}
