using System.Globalization;

namespace Accelerator.Tuning.Reading;

/// <summary>A PCI Express connection.</summary>
/// <param name="Gigatransfers">The rate of one lane, in 10⁹ transfers per second: 2.5, 5, 8, 16, 32 or 64.</param>
/// <param name="Lanes">The number of lanes.</param>
public readonly record struct PciLink(double Gigatransfers, int Lanes)
{
    // The header, sequence number and checksum of each packet take 24 of 152 bytes at the usual payload of 128 bytes.
    private const double Payload = 128.0 / 152;

    /// <summary>About what it carries in one direction, in bits per second: without the line code and the packets' headers.</summary>
    public double BitsPerSecond => Gigatransfers * 1e9 * Lanes * (Gigatransfers < 8 ? 0.8 : 128.0 / 130) * Payload;

    public override string ToString() => $"PCIe {Gigatransfers.ToString("0.#", CultureInfo.InvariantCulture)} GT/s x{Lanes}";
}
